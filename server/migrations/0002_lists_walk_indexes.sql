DROP INDEX "contests_by_participants";--> statement-breakpoint
DROP INDEX "contests_by_age";--> statement-breakpoint
DROP INDEX "contests_by_tag";--> statement-breakpoint
DROP INDEX "contests_to_review";--> statement-breakpoint
DROP INDEX "contests_by_creator";--> statement-breakpoint
DROP INDEX "contests_by_prize";--> statement-breakpoint
CREATE TABLE "contest_popularity" (
	"contest_id" text PRIMARY KEY NOT NULL,
	"stage" smallint NOT NULL,
	"tag" text NOT NULL,
	"participant_count" integer NOT NULL,
	"deadline" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "stage" smallint DEFAULT 4 NOT NULL;--> statement-breakpoint
ALTER TABLE "contest_popularity" ADD CONSTRAINT "contest_popularity_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "contest_popularity" SET (fillfactor = 85);--> statement-breakpoint
-- The numbers are those of stages.ts. How long judging takes only says where a row is looked for first: lists ask for the deadline too.
CREATE FUNCTION "contest_stage"("cancelled_at" timestamptz, "review" text, "winner_at" timestamptz, "deadline" timestamptz, "creator_id" text) RETURNS smallint LANGUAGE sql STABLE AS $$
	select (case
		when $1 is not null then 7
		when $2 = 'in_review' then 4
		when $2 = 'changes_requested' then 5
		when $2 = 'rejected' then 6
		else
			case when $3 is not null then 3 when $4 > now() then 0 when $4 > now() - interval '336 hours' then 1 else 2 end
			+ case when exists (select 1 from "users" where "id" = $5 and "status" = 'verified' and "removed_at" is null) then 0 else 10 end
		end)::smallint
$$;--> statement-breakpoint
CREATE FUNCTION "set_contest_stage"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	new."stage" := contest_stage(new."cancelled_at", new."review", new."winner_at", new."deadline", new."creator_id");
	return new;
end $$;--> statement-breakpoint
CREATE TRIGGER "contests_stage" BEFORE INSERT OR UPDATE OF "cancelled_at", "review", "status", "winner_at", "deadline", "creator_id" ON "contests" FOR EACH ROW EXECUTE FUNCTION "set_contest_stage"();--> statement-breakpoint
-- All contests of the creator, also those this changes nothing of: one that is confirmed at this moment is waited for.
CREATE FUNCTION "set_stages_of_creator"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	update "contests" set "stage" = contest_stage("cancelled_at", "review", "winner_at", "deadline", "creator_id") where "creator_id" = new."id";
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "users_standing" AFTER UPDATE OF "status", "removed_at" ON "users" FOR EACH ROW
	WHEN ((old."status" = 'verified' and old."removed_at" is null) is distinct from (new."status" = 'verified' and new."removed_at" is null))
	EXECUTE FUNCTION "set_stages_of_creator"();--> statement-breakpoint
UPDATE "contests" SET "stage" = contest_stage("cancelled_at", "review", "winner_at", "deadline", "creator_id");--> statement-breakpoint
INSERT INTO "contest_popularity" SELECT "id", "stage", "tag", "participant_count", "deadline" FROM "contests";--> statement-breakpoint
CREATE FUNCTION "add_contest_popularity"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	insert into "contest_popularity" values (new."id", new."stage", new."tag", new."participant_count", new."deadline");
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "contests_popularity_added" AFTER INSERT ON "contests" FOR EACH ROW EXECUTE FUNCTION "add_contest_popularity"();--> statement-breakpoint
CREATE FUNCTION "change_contest_popularity"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	update "contest_popularity" set "stage" = new."stage", "tag" = new."tag", "participant_count" = new."participant_count", "deadline" = new."deadline" where "contest_id" = new."id";
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "contests_popularity_changed" AFTER UPDATE ON "contests" FOR EACH ROW
	WHEN ((old."stage", old."tag", old."participant_count", old."deadline") is distinct from (new."stage", new."tag", new."participant_count", new."deadline"))
	EXECUTE FUNCTION "change_contest_popularity"();--> statement-breakpoint
CREATE INDEX "contests_by_popularity" ON "contest_popularity" USING btree ("stage",(-"participant_count"),((extract(epoch from "deadline" at time zone 'UTC') * 1000)::bigint),"contest_id");--> statement-breakpoint
CREATE INDEX "contests_by_tag_popularity" ON "contest_popularity" USING btree ("tag","stage",(-"participant_count"),((extract(epoch from "deadline" at time zone 'UTC') * 1000)::bigint),"contest_id");--> statement-breakpoint
CREATE INDEX "contests_by_stage" ON "contests" USING btree ("stage","tag","deadline");--> statement-breakpoint
CREATE INDEX "contests_by_opening" ON "contests" USING btree ("stage",(-(extract(epoch from coalesce("opened_at", "created_at") at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contests_by_tag_opening" ON "contests" USING btree ("tag","stage",(-(extract(epoch from coalesce("opened_at", "created_at") at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contests_by_creation" ON "contests" USING btree ("stage",(-(extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contests_by_tag_creation" ON "contests" USING btree ("tag","stage",(-(extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contests_by_distance" ON "contests" USING btree ("stage",(case when "stage" in (0, 10) then 1 else -1 end * (extract(epoch from "deadline" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contests_by_tag_distance" ON "contests" USING btree ("tag","stage",(case when "stage" in (0, 10) then 1 else -1 end * (extract(epoch from "deadline" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contests_by_tag_prize" ON "contests" USING btree ("tag","stage",(-"prize"),"id");--> statement-breakpoint
CREATE INDEX "contests_in_stage_0" ON "contests" USING btree ((case when "stage" in (0, 10) then "deadline" end));--> statement-breakpoint
CREATE INDEX "contests_in_stage_1" ON "contests" USING btree ((case when "stage" in (1, 11) then "deadline" end));--> statement-breakpoint
CREATE INDEX "contests_in_stage_2" ON "contests" USING btree ((case when "stage" in (2, 12) then "deadline" end));--> statement-breakpoint
CREATE INDEX "contests_by_creator" ON "contests" USING btree ("creator_id",(-(extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contests_by_prize" ON "contests" USING btree ("stage",(-"prize"),"id");