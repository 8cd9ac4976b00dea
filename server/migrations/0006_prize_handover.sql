CREATE TABLE "awards" (
	"contest_id" text NOT NULL,
	"place" smallint DEFAULT 1 NOT NULL,
	"creator_id" text NOT NULL,
	"winner_id" text NOT NULL,
	"prize" integer NOT NULL,
	"awarded_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'to_send' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"waiting_since" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone,
	"sent_on" date,
	"sent_at" timestamp (3) with time zone,
	"sent_note" text DEFAULT '' NOT NULL,
	"proof_id" text,
	"problem" text DEFAULT '' NOT NULL,
	"problem_at" timestamp (3) with time zone,
	"decision" text,
	"decision_note" text DEFAULT '' NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "awards_contest_id_place_pk" PRIMARY KEY("contest_id","place"),
	CONSTRAINT "awards_place" CHECK ("awards"."place" >= 1),
	CONSTRAINT "awards_prize" CHECK ("awards"."prize" between 1 and 999999999),
	CONSTRAINT "awards_state" CHECK ("awards"."state" in ('to_send', 'late', 'sent', 'unconfirmed', 'disputed', 'delivered', 'undelivered', 'void')),
	CONSTRAINT "awards_ended" CHECK (("awards"."state" in ('delivered', 'undelivered', 'void')) = ("awards"."ended_at" is not null)),
	CONSTRAINT "awards_sent" CHECK (("awards"."sent_on" is null) = ("awards"."sent_at" is null)),
	CONSTRAINT "awards_sent_in_state" CHECK ("awards"."state" not in ('sent', 'unconfirmed') or "awards"."sent_at" is not null),
	CONSTRAINT "awards_problem" CHECK ("awards"."state" <> 'disputed' or "awards"."problem_at" is not null),
	CONSTRAINT "awards_decided" CHECK (("awards"."decision" is null) = ("awards"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_use";--> statement-breakpoint
ALTER TABLE "creator_records" ADD COLUMN "prize_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_records" ADD COLUMN "delivered_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_records" ADD COLUMN "prize_days" integer;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_winner_id_users_id_fk" FOREIGN KEY ("winner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_proof_id_files_id_fk" FOREIGN KEY ("proof_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "awards_by_reminder" ON "awards" USING btree ("next_at","contest_id") WHERE "awards"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "awards_by_creator" ON "awards" USING btree ("creator_id","state","waiting_since");--> statement-breakpoint
CREATE INDEX "awards_by_winner" ON "awards" USING btree ("winner_id","state");--> statement-breakpoint
CREATE INDEX "awards_to_settle" ON "awards" USING btree ("waiting_since","contest_id","place") WHERE "awards"."state" in ('unconfirmed', 'disputed');--> statement-breakpoint
CREATE INDEX "awards_by_proof" ON "awards" USING btree ("proof_id") WHERE "awards"."proof_id" is not null;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_use" CHECK ("files"."use" in ('entry', 'picture', 'proof'));--> statement-breakpoint
-- A trigger, because older servers pick winners too. The first reminder is due after three days.
CREATE FUNCTION add_award() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	insert into "awards" ("contest_id", "creator_id", "winner_id", "prize", "awarded_at", "waiting_since", "next_at")
		values (new."id", new."creator_id", new."winner_id", new."prize", new."winner_at", new."winner_at", new."winner_at" + interval '72 hours')
		on conflict do nothing;
	return null;
end $$;
--> statement-breakpoint
-- Awards are inserted as not sent, which is not counted. Counts a creator's awards again, with the record locked.
CREATE FUNCTION count_prizes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
	creators text[] := array(
		select distinct n."creator_id" from "changed" n join "former" o on o."contest_id" = n."contest_id" and o."place" = n."place"
		where (o."state", o."sent_at") is distinct from (n."state", n."sent_at"));
begin
	perform 1 from "creator_records" where "creator_id" = any(creators) order by "creator_id" for no key update;
	update "creator_records" r set "prize_count" = p."all", "delivered_count" = p."delivered", "prize_days" = p."days"
		from prizes_of(creators) p where p."creator_id" = r."creator_id";
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION prizes_of(creators text[]) RETURNS TABLE (creator_id text, "all" integer, delivered integer, days integer)
    LANGUAGE sql STABLE
    AS $_$
	select a."creator_id", (count(*) filter (where a."state" not in ('to_send', 'sent', 'void')))::int, (count(*) filter (where a."state" = 'delivered'))::int,
		percentile_disc(0.5) within group (order by greatest(1, ceil(extract(epoch from coalesce(a."sent_at", a."ended_at") - a."awarded_at") / 86400))::int)
			filter (where a."state" = 'delivered')
	from "awards" a where a."creator_id" = any($1) group by a."creator_id"
$_$;
--> statement-breakpoint
CREATE TRIGGER awards_counted AFTER UPDATE ON awards REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_prizes();
--> statement-breakpoint
CREATE TRIGGER contests_awards_added AFTER INSERT OR UPDATE OF winner_at ON contests FOR EACH ROW WHEN (new.winner_at IS NOT NULL AND new.prize > 0) EXECUTE FUNCTION add_award();
