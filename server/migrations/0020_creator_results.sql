ALTER TABLE "creator_records" ADD COLUMN "public_id" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_records" ADD COLUMN "run_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_records" ADD COLUMN "concluded_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_records" ADD COLUMN "cancelled_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_records" ADD COLUMN "unwon_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_records" ADD COLUMN "result_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "contests_by_creator_opening" ON "contests" USING btree ("creator_id","stage",(-(extract(epoch from coalesce("opened_at", "created_at") at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
ALTER TABLE "creator_records" ADD CONSTRAINT "creators_public_id" UNIQUE("public_id");--> statement-breakpoint
CREATE FUNCTION "result_ms_of"("deadline" timestamptz, "winner_at" timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
	select coalesce(greatest(0, round(extract(epoch from $2 - $1) * 1000)), 0)::bigint
$$;--> statement-breakpoint
UPDATE "creator_records" r SET "run_count" = c."run", "concluded_count" = c."concluded", "cancelled_count" = c."cancelled", "unwon_count" = c."unwon", "result_ms" = c."result_ms"
	FROM (
		SELECT "creator_id", count(*) FILTER (WHERE "review" = 'approved' OR "cancelled_at" IS NOT NULL) "run", count("winner_at") "concluded",
			count("cancelled_by") "cancelled", count("cancelled_at") - count("cancelled_by") "unwon", sum(result_ms_of("deadline", "winner_at")) "result_ms"
		FROM "contests" GROUP BY "creator_id"
	) c WHERE r."creator_id" = c."creator_id";--> statement-breakpoint
-- Contests are nearly always added in review, which changes no record: then none is held.
CREATE OR REPLACE FUNCTION "add_creator_records"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	insert into "creator_records" ("creator_id", "since") select distinct "creator_id", (select "created_at" from "users" where "id" = "creator_id") from "added" order by "creator_id" on conflict do nothing;
	perform 1 from "creator_records" where "creator_id" in (select "creator_id" from "added" where "review" = 'approved' or "cancelled_at" is not null) order by "creator_id" for no key update;
	update "creator_records" r set "run_count" = r."run_count" + a."run", "concluded_count" = r."concluded_count" + a."concluded",
		"cancelled_count" = r."cancelled_count" + a."cancelled", "unwon_count" = r."unwon_count" + a."unwon", "result_ms" = r."result_ms" + a."result_ms"
	from (
		select "creator_id", count(*) "run", count("winner_at") "concluded", count("cancelled_by") "cancelled", count("cancelled_at") - count("cancelled_by") "unwon",
			sum(result_ms_of("deadline", "winner_at")) "result_ms"
		from "added" where "review" = 'approved' or "cancelled_at" is not null group by "creator_id"
	) a where r."creator_id" = a."creator_id";
	return null;
end $$;--> statement-breakpoint
CREATE FUNCTION "change_creator_results"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	update "creator_records" set
		"run_count" = "run_count" + (new."review" = 'approved' or new."cancelled_at" is not null)::int - (old."review" = 'approved' or old."cancelled_at" is not null)::int,
		"concluded_count" = "concluded_count" + num_nonnulls(new."winner_at") - num_nonnulls(old."winner_at"),
		"cancelled_count" = "cancelled_count" + num_nonnulls(new."cancelled_by") - num_nonnulls(old."cancelled_by"),
		"unwon_count" = "unwon_count" + (num_nonnulls(new."cancelled_at") - num_nonnulls(new."cancelled_by")) - (num_nonnulls(old."cancelled_at") - num_nonnulls(old."cancelled_by")),
		"result_ms" = "result_ms" + result_ms_of(new."deadline", new."winner_at") - result_ms_of(old."deadline", old."winner_at")
	where "creator_id" = new."creator_id";
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "contests_results_changed" AFTER UPDATE ON "contests" FOR EACH ROW
	WHEN ((old."review" = 'approved', old."cancelled_at" is null, old."cancelled_by" is null, old."winner_at", case when old."winner_at" is not null then old."deadline" end)
		is distinct from (new."review" = 'approved', new."cancelled_at" is null, new."cancelled_by" is null, new."winner_at", case when new."winner_at" is not null then new."deadline" end))
	EXECUTE FUNCTION "change_creator_results"();--> statement-breakpoint
CREATE FUNCTION "remove_creator_results"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	perform 1 from "creator_records" where "creator_id" in (select "creator_id" from "removed" where "review" = 'approved' or "cancelled_at" is not null) order by "creator_id" for no key update;
	update "creator_records" r set "run_count" = r."run_count" - g."run", "concluded_count" = r."concluded_count" - g."concluded",
		"cancelled_count" = r."cancelled_count" - g."cancelled", "unwon_count" = r."unwon_count" - g."unwon", "result_ms" = r."result_ms" - g."result_ms"
	from (
		select "creator_id", count(*) "run", count("winner_at") "concluded", count("cancelled_by") "cancelled", count("cancelled_at") - count("cancelled_by") "unwon",
			sum(result_ms_of("deadline", "winner_at")) "result_ms"
		from "removed" where "review" = 'approved' or "cancelled_at" is not null group by "creator_id"
	) g where r."creator_id" = g."creator_id";
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "contests_results_removed" AFTER DELETE ON "contests" REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "remove_creator_results"();
