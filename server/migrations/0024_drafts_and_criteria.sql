CREATE TABLE "contest_drafts" (
	"id" text PRIMARY KEY NOT NULL,
	"creator_id" text NOT NULL,
	"form" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_drafts_revision" CHECK ("contest_drafts"."revision" > 0)
);
--> statement-breakpoint
CREATE TABLE "criterion_ratings" (
	"entry_id" text NOT NULL,
	"judge_id" text NOT NULL,
	"position" smallint NOT NULL,
	"rating" smallint NOT NULL,
	CONSTRAINT "criterion_ratings_entry_id_judge_id_position_pk" PRIMARY KEY("entry_id","judge_id","position"),
	CONSTRAINT "criterion_ratings_rating" CHECK ("criterion_ratings"."rating" between 1 and 5),
	CONSTRAINT "criterion_ratings_position" CHECK ("criterion_ratings"."position" >= 0)
);
--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_of_one_thing";--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_of_its_use";--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_here_when_owned";--> statement-breakpoint
DROP INDEX "files_loose";--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "criteria" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "draft_id" text;--> statement-breakpoint
ALTER TABLE "contest_drafts" ADD CONSTRAINT "contest_drafts_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criterion_ratings" ADD CONSTRAINT "criterion_ratings_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criterion_ratings" ADD CONSTRAINT "criterion_ratings_judge_id_users_id_fk" FOREIGN KEY ("judge_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_by_creator" ON "contest_drafts" USING btree ("creator_id","saved_at");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_draft_id_contest_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."contest_drafts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_by_draft" ON "files" USING btree ("draft_id") WHERE "files"."draft_id" is not null;--> statement-breakpoint
CREATE INDEX "files_loose" ON "files" USING btree ("uploader_id","created_at") WHERE "files"."entry_id" is null and "files"."contest_id" is null and "files"."user_id" is null and "files"."draft_id" is null;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_criteria" CHECK (cardinality("contests"."criteria") <= 5);--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_of_one_thing" CHECK (num_nonnulls("files"."entry_id", "files"."contest_id", "files"."user_id", "files"."draft_id") <= 1);--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_of_its_use" CHECK (case "files"."use" when 'entry' then num_nonnulls("files"."contest_id", "files"."user_id", "files"."draft_id") = 0 else "files"."entry_id" is null end);--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_here_when_owned" CHECK ("files"."state" = 'here' or num_nonnulls("files"."entry_id", "files"."contest_id", "files"."user_id", "files"."draft_id") = 0);