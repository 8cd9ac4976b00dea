CREATE TABLE "report_cases" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"contest_id" text NOT NULL,
	"entry_id" text,
	"author_id" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	"ended_by" text,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "report_cases_kind" CHECK ("report_cases"."kind" in ('contest', 'entry')),
	CONSTRAINT "report_cases_entry" CHECK (("report_cases"."kind" = 'entry') = ("report_cases"."entry_id" is not null)),
	CONSTRAINT "report_cases_outcome" CHECK ("report_cases"."outcome" in ('dismissed', 'upheld')),
	CONSTRAINT "report_cases_ended_whole" CHECK (num_nonnulls("report_cases"."ended_at", "report_cases"."outcome", "report_cases"."ended_by") in (0, 3)),
	CONSTRAINT "report_cases_answered" CHECK (("report_cases"."answer" is null) = ("report_cases"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" text PRIMARY KEY NOT NULL,
	"case_id" text NOT NULL,
	"reporter_id" text NOT NULL,
	"reason" text NOT NULL,
	"word" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reports_once" UNIQUE("case_id","reporter_id"),
	CONSTRAINT "reports_word" CHECK ("reports"."word" <> '')
);
--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "creator_records" ADD COLUMN "hidden_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_entry_of_author" FOREIGN KEY ("entry_id","contest_id","author_id") REFERENCES "public"."entries"("id","contest_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_report_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."report_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_cases_open_contest" ON "report_cases" USING btree ("contest_id") WHERE "report_cases"."kind" = 'contest' and "report_cases"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "report_cases_open_entry" ON "report_cases" USING btree ("entry_id") WHERE "report_cases"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "report_cases_of_contest" ON "report_cases" USING btree ("contest_id");--> statement-breakpoint
CREATE INDEX "report_cases_of_author" ON "report_cases" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "report_cases_by_turn" ON "report_cases" USING btree ((case when "ended_at" is null then 0 else 1 end),(case when "ended_at" is null then (extract(epoch from "opened_at" at time zone 'UTC') * 1000)::bigint else -(extract(epoch from "ended_at" at time zone 'UTC') * 1000)::bigint end),"id");--> statement-breakpoint
CREATE INDEX "reports_by_reporter" ON "reports" USING btree ("reporter_id");--> statement-breakpoint
-- The numbers are those of stages.ts. What was hidden after a report is no more public than what a blocked creator wrote. See contest-visibility.ts.
CREATE FUNCTION "contest_stage"("cancelled_at" timestamptz, "review" text, "winner_at" timestamptz, "deadline" timestamptz, "creator_id" text, "hidden_at" timestamptz) RETURNS smallint LANGUAGE sql STABLE AS $$
	select (case
		when $1 is not null then 7
		when $2 = 'in_review' then 4
		when $2 = 'changes_requested' then 5
		when $2 = 'rejected' then 6
		else
			case when $3 is not null then 3 when $4 > now() then 0 when $4 > now() - interval '336 hours' then 1 else 2 end
			+ case when $6 is null and exists (select 1 from "users" where "id" = $5 and "status" = 'verified' and ("removed_at" is null or $3 is not null)) then 0 else 10 end
		end)::smallint
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "set_contest_stage"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	new."stage" := contest_stage(new."cancelled_at", new."review", new."winner_at", new."deadline", new."creator_id", new."hidden_at");
	return new;
end $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "set_stages_of_creator"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	update "contests" set "stage" = contest_stage("cancelled_at", "review", "winner_at", "deadline", "creator_id", "hidden_at") where "creator_id" = new."id";
	return null;
end $$;--> statement-breakpoint
DROP FUNCTION "contest_stage"(timestamptz, text, timestamptz, timestamptz, text);--> statement-breakpoint
DROP TRIGGER "contests_stage" ON "contests";--> statement-breakpoint
CREATE TRIGGER "contests_stage" BEFORE INSERT OR UPDATE OF "cancelled_at", "review", "status", "winner_at", "deadline", "creator_id", "hidden_at" ON "contests" FOR EACH ROW EXECUTE FUNCTION "set_contest_stage"();--> statement-breakpoint
-- How many of a creator's contests are hidden that everybody would see. Nothing is hidden when it is added.
CREATE FUNCTION "change_creator_hidden"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	if tg_op = 'DELETE' then
		update "creator_records" set "hidden_count" = "hidden_count" - 1 where "creator_id" = old."creator_id";
	else
		update "creator_records" set "hidden_count" = "hidden_count"
			+ (new."hidden_at" is not null and new."review" = 'approved' and new."cancelled_at" is null)::int
			- (old."hidden_at" is not null and old."review" = 'approved' and old."cancelled_at" is null)::int
		where "creator_id" = new."creator_id";
	end if;
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "contests_hidden_changed" AFTER UPDATE ON "contests" FOR EACH ROW
	WHEN ((old."hidden_at" is not null and old."review" = 'approved' and old."cancelled_at" is null) is distinct from (new."hidden_at" is not null and new."review" = 'approved' and new."cancelled_at" is null))
	EXECUTE FUNCTION "change_creator_hidden"();--> statement-breakpoint
CREATE TRIGGER "contests_hidden_removed" AFTER DELETE ON "contests" FOR EACH ROW
	WHEN (old."hidden_at" is not null and old."review" = 'approved' and old."cancelled_at" is null)
	EXECUTE FUNCTION "change_creator_hidden"();--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "featured_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "contests_featured" ON "contests" USING btree ("featured_at") WHERE "contests"."featured_at" is not null;