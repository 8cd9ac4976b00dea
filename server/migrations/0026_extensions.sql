ALTER TABLE "contests" ADD COLUMN "extended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "extended_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "extension_reason" text;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_extension_whole" CHECK (num_nonnulls("contests"."extended_at", "contests"."extended_from", "contests"."extension_reason") in (0, 3));