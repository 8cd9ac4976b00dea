CREATE TABLE "team_invitees" (
	"contest_id" text NOT NULL,
	"user_id" text NOT NULL,
	"team_id" text NOT NULL,
	"entered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "team_invitees_contest_id_user_id_pk" PRIMARY KEY("contest_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "team_members" (
	"contest_id" text NOT NULL,
	"user_id" text NOT NULL,
	"team_id" text NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "team_members_contest_id_user_id_pk" PRIMARY KEY("contest_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" text PRIMARY KEY NOT NULL,
	"contest_id" text NOT NULL,
	"name" text NOT NULL,
	"captain_id" text NOT NULL,
	"code" text,
	"hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "teams_hash_unique" UNIQUE("hash"),
	CONSTRAINT "teams_of_captain" UNIQUE("id","contest_id","captain_id"),
	CONSTRAINT "teams_of_contest" UNIQUE("id","contest_id"),
	CONSTRAINT "teams_name" CHECK ("teams"."name" <> ''),
	CONSTRAINT "teams_code" CHECK ("teams"."code" ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
	CONSTRAINT "teams_code_whole" CHECK (("teams"."code" is null) = ("teams"."hash" is null))
);
--> statement-breakpoint
ALTER TABLE "contests" DROP CONSTRAINT "contests_winner_entry";
--> statement-breakpoint
ALTER TABLE "report_cases" DROP CONSTRAINT "report_cases_entry_of_author";
--> statement-breakpoint
ALTER TABLE "placements" DROP CONSTRAINT "placements_entry";
--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "max_team_size" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "team_id" text;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "saved_by" text;--> statement-breakpoint
ALTER TABLE "team_invitees" ADD CONSTRAINT "team_invitees_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_invitees" ADD CONSTRAINT "team_invitees_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_invitees" ADD CONSTRAINT "team_invitees_team" FOREIGN KEY ("team_id","contest_id") REFERENCES "public"."teams"("id","contest_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team" FOREIGN KEY ("team_id","contest_id") REFERENCES "public"."teams"("id","contest_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_captain_id_users_id_fk" FOREIGN KEY ("captain_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_invitees_by_team" ON "team_invitees" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "team_invitees_by_user" ON "team_invitees" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "team_members_by_team" ON "team_members" USING btree ("team_id","joined_at","user_id");--> statement-breakpoint
CREATE INDEX "team_members_by_user" ON "team_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "teams_named" ON "teams" USING btree ("contest_id",lower("name"));--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_winner_entry" FOREIGN KEY ("winner_entry_id","id","winner_id") REFERENCES "public"."entries"("id","contest_id","user_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_team" FOREIGN KEY ("team_id","contest_id","user_id") REFERENCES "public"."teams"("id","contest_id","captain_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_entry_of_author" FOREIGN KEY ("entry_id","contest_id","author_id") REFERENCES "public"."entries"("id","contest_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_entry" FOREIGN KEY ("entry_id","contest_id","winner_id") REFERENCES "public"."entries"("id","contest_id","user_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "entries_of_team" ON "entries" USING btree ("team_id") WHERE "entries"."team_id" is not null;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_max_team_size" CHECK ("contests"."max_team_size" between 1 and 10);--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_saved_by" CHECK ("entries"."saved_by" is null or "entries"."team_id" is not null);--> statement-breakpoint
-- Older servers know no teams. They fail here instead of adding an own entry of a member.
CREATE FUNCTION refuse_entry_beside_team() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if exists (select from "team_members" where "contest_id" = new."contest_id" and "user_id" = new."user_id") then
		raise exception 'The author of the entry % is in a team', new."id" using errcode = 'check_violation';
	end if;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER entries_beside_team AFTER INSERT ON entries FOR EACH ROW WHEN (new.team_id IS NULL) EXECUTE FUNCTION refuse_entry_beside_team();--> statement-breakpoint
-- All members of a team that wins have won.
CREATE FUNCTION wins_of(winner text) RETURNS TABLE (times bigint, last timestamp with time zone)
    LANGUAGE sql STABLE
    AS $$
	select count(*), max(c."winner_at") from "contests" c where c."stage" = 3 and c."id" in (
		select "id" from "contests" where "winner_id" = $1
		union select e."contest_id" from "team_members" m join "entries" e on e."team_id" = m."team_id" join "contests" w on w."id" = e."contest_id" and w."winner_entry_id" = e."id" where m."user_id" = $1)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_wins(winner text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
	insert into "winner_records" ("user_id") values ("winner") on conflict do nothing;
	perform 1 from "winner_records" where "user_id" = "winner" for no key update;
	update "winner_records" set "times_won" = won."times", "last_won_at" = won."last" from wins_of("winner") won where "user_id" = "winner";
end $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION change_winner_records() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	perform count_wins("people"."id") from (
		select old."winner_id" union select new."winner_id"
		union select m."user_id" from "entries" e join "team_members" m on m."team_id" = e."team_id" where e."id" in (old."winner_entry_id", new."winner_entry_id")
		order by 1
	) "people" ("id") where "people"."id" is not null;
	return null;
end $$;
