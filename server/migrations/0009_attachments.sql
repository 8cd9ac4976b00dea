ALTER TABLE "files" DROP CONSTRAINT "files_use";--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_use" CHECK ("files"."use" in ('entry', 'picture', 'proof', 'attachment'));