ALTER TABLE "report_cases" ADD COLUMN "contest_revision" integer;--> statement-breakpoint
ALTER TABLE "report_cases" ADD COLUMN "entry_sha256" text;--> statement-breakpoint
ALTER TABLE "report_cases" ADD COLUMN "shown_again_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "report_cases" ADD COLUMN "shown_again_by" text;--> statement-breakpoint
ALTER TABLE "report_cases" ADD COLUMN "shown_again_note" text;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_shown_again_by_users_id_fk" FOREIGN KEY ("shown_again_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_shown_again_whole" CHECK (num_nonnulls("report_cases"."shown_again_at", "report_cases"."shown_again_by", "report_cases"."shown_again_note") in (0, 3));--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_shown_again_once_upheld" CHECK ("report_cases"."shown_again_at" is null or ("report_cases"."outcome" is not null and "report_cases"."outcome" = 'upheld'));--> statement-breakpoint
-- As far as it is known of what was reported before this was kept: a round counts from when it was written, and an edit of an entry moves when it was submitted.
UPDATE "report_cases" SET "contest_revision" = coalesce((select max("revision") from "contest_rounds" where "contest_rounds"."contest_id" = "report_cases"."contest_id" and "contest_rounds"."at" <= "report_cases"."opened_at"), 0) WHERE "kind" = 'contest';--> statement-breakpoint
UPDATE "report_cases" SET "entry_sha256" = (select case when "entries"."submitted_at" <= "report_cases"."opened_at" then "entries"."sha256" else '' end from "entries" where "entries"."id" = "report_cases"."entry_id") WHERE "kind" = 'entry';
