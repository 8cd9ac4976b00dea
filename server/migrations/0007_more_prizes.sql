CREATE TABLE "placements" (
	"contest_id" text NOT NULL,
	"place" smallint NOT NULL,
	"entry_id" text NOT NULL,
	"winner_id" text NOT NULL,
	"prize_name" text NOT NULL,
	"prize" integer NOT NULL,
	CONSTRAINT "placements_contest_id_place_pk" PRIMARY KEY("contest_id","place"),
	CONSTRAINT "placements_once" UNIQUE("contest_id","winner_id"),
	CONSTRAINT "placements_place" CHECK ("placements"."place" between 2 and 10),
	CONSTRAINT "placements_prize" CHECK ("placements"."prize" between 0 and 999999999)
);
--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "more_prizes" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_winner_id_users_id_fk" FOREIGN KEY ("winner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_entry" FOREIGN KEY ("entry_id","contest_id","winner_id") REFERENCES "public"."entries"("id","contest_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "placements_by_winner" ON "placements" USING btree ("winner_id");--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_more_prizes" CHECK (jsonb_array_length("contests"."more_prizes") <= 9);--> statement-breakpoint
-- Older servers do not assign the further prizes. They fail here instead of completing the contest without them.
CREATE FUNCTION refuse_unassigned_prizes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if not exists (select from "placements" where "contest_id" = new."id") and exists (
		select from "entries" e
			join "users" u on u."id" = e."user_id" and u."status" = 'verified' and u."removed_at" is null
			join "participations" p on p."contest_id" = e."contest_id" and p."user_id" = e."user_id" and p."state" = 'paid'
		where e."contest_id" = new."id" and e."user_id" not in (new."winner_id", new."creator_id") and e."submitted_at" < new."deadline"
	) then
		raise exception 'The further prizes of contest % were not assigned', new."id" using errcode = 'check_violation';
	end if;
	return null;
end $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER contests_prizes_assigned AFTER UPDATE OF winner_at ON contests DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.winner_at IS NOT NULL AND new.more_prizes <> '[]') EXECUTE FUNCTION refuse_unassigned_prizes();
