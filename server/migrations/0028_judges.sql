CREATE TABLE "contest_judges" (
	"id" text PRIMARY KEY NOT NULL,
	"contest_id" text NOT NULL,
	"email" text,
	"judge_id" text,
	"state" text DEFAULT 'invited' NOT NULL,
	"invited_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_judges_state" CHECK ("contest_judges"."state" in ('invited', 'accepted', 'declined', 'withdrawn', 'stepped_down')),
	CONSTRAINT "contest_judges_email" CHECK ("contest_judges"."email" = lower("contest_judges"."email") and length("contest_judges"."email") <= 320),
	CONSTRAINT "contest_judges_accepted" CHECK ("contest_judges"."state" not in ('accepted', 'stepped_down') or "contest_judges"."judge_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "contest_judges" ADD CONSTRAINT "contest_judges_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_judges" ADD CONSTRAINT "contest_judges_judge_id_users_id_fk" FOREIGN KEY ("judge_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contest_judges_by_address" ON "contest_judges" USING btree ("contest_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "contest_judges_once" ON "contest_judges" USING btree ("contest_id","judge_id") WHERE "contest_judges"."state" = 'accepted';--> statement-breakpoint
CREATE INDEX "contest_judges_by_judge" ON "contest_judges" USING btree ("judge_id") WHERE "contest_judges"."judge_id" is not null;--> statement-breakpoint
CREATE INDEX "contest_judges_by_email" ON "contest_judges" USING btree ("email") WHERE "contest_judges"."email" is not null;