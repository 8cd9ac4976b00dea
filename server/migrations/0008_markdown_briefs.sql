ALTER TABLE "contests" ADD COLUMN "summary" text;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "task_is_markdown" boolean DEFAULT false NOT NULL;