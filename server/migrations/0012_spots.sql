CREATE TABLE "waiting_list" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_list_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contest_id" text NOT NULL,
	"user_id" text NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"offered_at" timestamp (3) with time zone,
	"offer_ends_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ending" text,
	CONSTRAINT "waiting_list_offer_whole" CHECK (num_nonnulls("waiting_list"."offered_at", "waiting_list"."offer_ends_at") in (0, 2)),
	CONSTRAINT "waiting_list_ending_whole" CHECK (num_nonnulls("waiting_list"."ended_at", "waiting_list"."ending") in (0, 2)),
	CONSTRAINT "waiting_list_ending" CHECK ("waiting_list"."ending" in ('joined', 'left', 'expired', 'barred', 'closed'))
);
--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "max_participants" integer;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "held_spots" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "waiting_list_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "waiting_list_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_list_once" ON "waiting_list" USING btree ("contest_id","user_id") WHERE "waiting_list"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "waiting_list_in_order" ON "waiting_list" USING btree ("contest_id","number") WHERE "waiting_list"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "waiting_list_by_user" ON "waiting_list" USING btree ("user_id","number");--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_max_participants" CHECK ("contests"."max_participants" between 2 and 100000);--> statement-breakpoint
-- Older servers know neither the limit nor offers. They fail here instead of letting too many people join.
ALTER TABLE "contests" ADD CONSTRAINT "contests_not_overfull" CHECK ("contests"."participant_count" + "contests"."held_spots" <= "contests"."max_participants");--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_held_spots" CHECK ("contests"."held_spots" >= 0);--> statement-breakpoint
CREATE FUNCTION count_held_spots() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if tg_op <> 'INSERT' then
		update "contests" c set "held_spots" = c."held_spots" - o.count
			from (select "contest_id", count(*) from before where "offered_at" is not null and "ended_at" is null group by 1) o
			where c."id" = o."contest_id";
	end if;
	if tg_op <> 'DELETE' then
		update "contests" c set "held_spots" = c."held_spots" + o.count
			from (select "contest_id", count(*) from after where "offered_at" is not null and "ended_at" is null group by 1) o
			where c."id" = o."contest_id";
	end if;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER waiting_list_added AFTER INSERT ON waiting_list REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_held_spots();--> statement-breakpoint
CREATE TRIGGER waiting_list_changed AFTER UPDATE ON waiting_list REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_held_spots();--> statement-breakpoint
CREATE TRIGGER waiting_list_removed AFTER DELETE ON waiting_list REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_held_spots();
