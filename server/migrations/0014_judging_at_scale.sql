CREATE TABLE "entry_judges" (
	"entry_id" text NOT NULL,
	"judge_id" text NOT NULL,
	"is_by_hand" boolean DEFAULT false NOT NULL,
	CONSTRAINT "entry_judges_entry_id_judge_id_pk" PRIMARY KEY("entry_id","judge_id")
);
--> statement-breakpoint
CREATE TABLE "entry_recusals" (
	"entry_id" text NOT NULL,
	"judge_id" text NOT NULL,
	"reason" text NOT NULL,
	"recused_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "entry_recusals_entry_id_judge_id_pk" PRIMARY KEY("entry_id","judge_id"),
	CONSTRAINT "entry_recusals_reason" CHECK (length("entry_recusals"."reason") between 1 and 2000)
);
--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "criteria_weights" smallint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "judges_per_entry" smallint;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "assigned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "ratings_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "judge_reminder_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "entry_judges" ADD CONSTRAINT "entry_judges_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_judges" ADD CONSTRAINT "entry_judges_judge_id_users_id_fk" FOREIGN KEY ("judge_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_recusals" ADD CONSTRAINT "entry_recusals_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_recusals" ADD CONSTRAINT "entry_recusals_judge_id_users_id_fk" FOREIGN KEY ("judge_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_judges_by_judge" ON "entry_judges" USING btree ("judge_id");--> statement-breakpoint
CREATE INDEX "entry_recusals_by_judge" ON "entry_recusals" USING btree ("judge_id");--> statement-breakpoint
CREATE INDEX "contests_judge_reminder" ON "contests" USING btree ("judge_reminder_at") WHERE "contests"."judge_reminder_at" is not null;--> statement-breakpoint
CREATE INDEX "contests_to_assign" ON "contests" USING btree ("deadline") WHERE "contests"."judges_per_entry" is not null and "contests"."assigned_at" is null;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_criteria_weights" CHECK (cardinality("contests"."criteria_weights") in (0, cardinality("contests"."criteria")) and 1 <= all ("contests"."criteria_weights") and 10 >= all ("contests"."criteria_weights"));--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_judges_per_entry" CHECK ("contests"."judges_per_entry" between 1 and 30);--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_ratings_due" CHECK ("contests"."ratings_due_at" > "contests"."deadline");--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_judge_reminder" CHECK ("contests"."judge_reminder_at" is null or "contests"."judge_reminder_at" <= "contests"."ratings_due_at");--> statement-breakpoint
-- For servers that do not know these columns as well: checks reject what does not fit the new deadline or criteria.
CREATE FUNCTION keep_judging_plan() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if new."deadline" <> old."deadline" then
		new."assigned_at" := null;
		if new."ratings_due_at" is not distinct from old."ratings_due_at" then
			new."ratings_due_at" := old."ratings_due_at" + make_interval(secs => extract(epoch from new."deadline" - old."deadline")::float8);
			new."judge_reminder_at" := old."judge_reminder_at" + make_interval(secs => extract(epoch from new."deadline" - old."deadline")::float8);
		end if;
	end if;
	if cardinality(new."criteria") <> cardinality(old."criteria") and new."criteria_weights" = old."criteria_weights" then
		new."criteria_weights" := '{}';
	end if;
	return new;
end $$;
--> statement-breakpoint
CREATE TRIGGER contests_judging_plan BEFORE UPDATE OF deadline, criteria ON contests FOR EACH ROW EXECUTE FUNCTION keep_judging_plan();
