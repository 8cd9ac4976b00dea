CREATE TABLE "contest_guests" (
	"contest_id" text NOT NULL,
	"user_id" text NOT NULL,
	"entered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_guests_contest_id_user_id_pk" PRIMARY KEY("contest_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "contest_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"contest_id" text NOT NULL,
	"email" text NOT NULL,
	"invited_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_invitations_email" CHECK ("contest_invitations"."email" = lower("contest_invitations"."email") and length("contest_invitations"."email") <= 320)
);
--> statement-breakpoint
CREATE TABLE "invitation_emails" (
	"id" text PRIMARY KEY NOT NULL,
	"contest_id" text NOT NULL,
	"address_hash" text NOT NULL,
	"email" text,
	"language" text,
	"stop_token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"given_up_at" timestamp (3) with time zone,
	"given_up_because" text,
	CONSTRAINT "invitation_emails_stop_token_unique" UNIQUE("stop_token"),
	CONSTRAINT "invitation_emails_end_once" CHECK ("invitation_emails"."sent_at" is null or "invitation_emails"."given_up_at" is null),
	CONSTRAINT "invitation_emails_given_up_with_reason" CHECK (("invitation_emails"."given_up_at" is null) = ("invitation_emails"."given_up_because" is null))
);
--> statement-breakpoint
CREATE TABLE "join_codes" (
	"contest_id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"hash" text NOT NULL,
	"renewed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "join_codes_hash_unique" UNIQUE("hash"),
	CONSTRAINT "join_codes_code" CHECK ("join_codes"."code" ~ '^[0-9A-HJKMNP-TV-Z]{12}$')
);
--> statement-breakpoint
CREATE TABLE "refused_invitations" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"refused_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "visibility" text DEFAULT 'public' NOT NULL;--> statement-breakpoint
ALTER TABLE "contest_guests" ADD CONSTRAINT "contest_guests_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_guests" ADD CONSTRAINT "contest_guests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_invitations" ADD CONSTRAINT "contest_invitations_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_emails" ADD CONSTRAINT "invitation_emails_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_codes" ADD CONSTRAINT "join_codes_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contest_guests_by_user" ON "contest_guests" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contest_invitations_once" ON "contest_invitations" USING btree ("contest_id","email");--> statement-breakpoint
CREATE INDEX "contest_invitations_by_email" ON "contest_invitations" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_emails_once" ON "invitation_emails" USING btree ("contest_id","address_hash");--> statement-breakpoint
CREATE INDEX "invitation_emails_due" ON "invitation_emails" USING btree ("due_at") WHERE "invitation_emails"."sent_at" is null and "invitation_emails"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "invitation_emails_by_address" ON "invitation_emails" USING btree ("email") WHERE "invitation_emails"."email" is not null;--> statement-breakpoint
CREATE INDEX "contests_left_out" ON "contests" USING btree ("creator_id") WHERE "contests"."hidden_at" is not null or "contests"."visibility" <> 'public';--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_visibility" CHECK ("contests"."visibility" in ('public', 'unlisted', 'private'));--> statement-breakpoint
-- Older servers update the columns of the stage too, so these triggers keep such contests out of their lists.
DROP FUNCTION contest_stage(timestamp with time zone, text, timestamp with time zone, timestamp with time zone, text, timestamp with time zone);
--> statement-breakpoint
-- The numbers are those of stages.ts.
CREATE FUNCTION contest_stage(cancelled_at timestamp with time zone, review text, winner_at timestamp with time zone, deadline timestamp with time zone, creator_id text, hidden_at timestamp with time zone, visibility text) RETURNS smallint
    LANGUAGE sql STABLE
    AS $_$
	select (case
		when $1 is not null then 7
		when $2 = 'in_review' then 4
		when $2 = 'changes_requested' then 5
		when $2 = 'rejected' then 6
		else
			case when $3 is not null then 3 when $4 > now() then 0 when $4 > now() - interval '336 hours' then 1 else 2 end
			+ case when $6 is null and $7 = 'public' and exists (select 1 from "users" where "id" = $5 and "status" = 'verified' and ("removed_at" is null or $3 is not null)) then 0 else 10 end
		end)::smallint
$_$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_contest_stage() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	new."stage" := contest_stage(new."cancelled_at", new."review", new."winner_at", new."deadline", new."creator_id", new."hidden_at", new."visibility");
	return new;
end $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_stages_of_creator() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	update "contests" set "stage" = contest_stage("cancelled_at", "review", "winner_at", "deadline", "creator_id", "hidden_at", "visibility") where "creator_id" = new."id";
	return null;
end $$;
--> statement-breakpoint
DROP TRIGGER contests_stage ON contests;
--> statement-breakpoint
CREATE TRIGGER contests_stage BEFORE INSERT OR UPDATE OF cancelled_at, review, status, winner_at, deadline, creator_id, hidden_at, visibility ON contests FOR EACH ROW EXECUTE FUNCTION set_contest_stage();
--> statement-breakpoint
-- Counted as hidden in a creator's record: it is not in their public list.
CREATE FUNCTION is_left_out(hidden_at timestamp with time zone, visibility text, review text, cancelled_at timestamp with time zone) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    AS $_$ select ($1 is not null or $2 <> 'public') and $3 = 'approved' and $4 is null $_$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION change_creator_hidden() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if tg_op = 'DELETE' then
		update "creator_records" set "hidden_count" = "hidden_count" - 1 where "creator_id" = old."creator_id";
	else
		update "creator_records" set "hidden_count" = "hidden_count"
			+ is_left_out(new."hidden_at", new."visibility", new."review", new."cancelled_at")::int
			- is_left_out(old."hidden_at", old."visibility", old."review", old."cancelled_at")::int
		where "creator_id" = new."creator_id";
	end if;
	return null;
end $$;
--> statement-breakpoint
DROP TRIGGER contests_hidden_changed ON contests;
--> statement-breakpoint
CREATE TRIGGER contests_hidden_changed AFTER UPDATE ON contests FOR EACH ROW WHEN (is_left_out(old.hidden_at, old.visibility, old.review, old.cancelled_at) IS DISTINCT FROM is_left_out(new.hidden_at, new.visibility, new.review, new.cancelled_at)) EXECUTE FUNCTION change_creator_hidden();
--> statement-breakpoint
DROP TRIGGER contests_hidden_removed ON contests;
--> statement-breakpoint
CREATE TRIGGER contests_hidden_removed AFTER DELETE ON contests FOR EACH ROW WHEN (is_left_out(old.hidden_at, old.visibility, old.review, old.cancelled_at)) EXECUTE FUNCTION change_creator_hidden();
--> statement-breakpoint
-- Contests are usually inserted in review, which changes no record and locks none.
CREATE OR REPLACE FUNCTION add_creator_records() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	insert into "creator_records" ("creator_id", "since") select distinct "creator_id", (select "created_at" from "users" where "id" = "creator_id") from "added" order by "creator_id" on conflict do nothing;
	perform 1 from "creator_records" where "creator_id" in (select "creator_id" from "added" where "review" = 'approved' or "cancelled_at" is not null) order by "creator_id" for no key update;
	update "creator_records" r set "run_count" = r."run_count" + a."run", "concluded_count" = r."concluded_count" + a."concluded",
		"cancelled_count" = r."cancelled_count" + a."cancelled", "unwon_count" = r."unwon_count" + a."unwon", "result_ms" = r."result_ms" + a."result_ms",
		"hidden_count" = r."hidden_count" + a."left_out"
	from (
		select "creator_id", count(*) "run", count("winner_at") "concluded", count("cancelled_by") "cancelled", count("cancelled_at") - count("cancelled_by") "unwon",
			sum(result_ms_of("deadline", "winner_at")) "result_ms",
			count(*) filter (where is_left_out("hidden_at", "visibility", "review", "cancelled_at")) "left_out"
		from "added" where "review" = 'approved' or "cancelled_at" is not null group by "creator_id"
	) a where r."creator_id" = a."creator_id";
	return null;
end $$;
