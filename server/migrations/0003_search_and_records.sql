CREATE EXTENSION IF NOT EXISTS "pg_trgm";--> statement-breakpoint
-- Upper and lower case are the same, and so are the digits of Bangla and Latin script.
CREATE FUNCTION "search_fold"(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	select translate(lower(normalize($1)), '০১২৩৪৫৬৭৮৯', '0123456789')
$$;--> statement-breakpoint
-- Each character, and each two that stand side by side: first those that begin at an odd place, then those at an even one.
CREATE FUNCTION "short_grams"(text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	select string_to_array($1, null)
		|| string_to_array(regexp_replace($1, '(..)', E'\\1\x01', 'g'), E'\x01')
		|| string_to_array(regexp_replace(substr($1, 2), '(..)', E'\\1\x01', 'g'), E'\x01')
$$;--> statement-breakpoint
CREATE FUNCTION "search_words_of"(text) RETURNS SETOF text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	select word from unnest(string_to_array(translate($1, E'\n\r\t.,;:!?()[]{}<>"''`/\\|*_~=+-–—“”‘’…।%#@$&^€৳', repeat(' ', 60)), ' ')) word where length(word) between 3 and 40
$$;--> statement-breakpoint
CREATE TABLE "contest_search" (
	"contest_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"rest" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "creator_records" (
	"creator_id" text PRIMARY KEY NOT NULL,
	"participant_count" integer DEFAULT 0 NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "winner_records" (
	"user_id" text PRIMARY KEY NOT NULL,
	"times_won" integer DEFAULT 0 NOT NULL,
	"last_won_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "contact_messages_by_age";--> statement-breakpoint
DROP INDEX "entries_by_contest";--> statement-breakpoint
DROP INDEX "notices_by_user";--> statement-breakpoint
DROP INDEX "participations_by_user";--> statement-breakpoint
ALTER TABLE "contest_search" ADD CONSTRAINT "contest_search_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_records" ADD CONSTRAINT "creator_records_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "winner_records" ADD CONSTRAINT "winner_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "contest_search" SELECT "id", search_fold("name"), search_fold("tag" || chr(10) || "description") FROM "contests";--> statement-breakpoint
INSERT INTO "search_words" SELECT DISTINCT "word" FROM "contest_search", search_words_of("name" || ' ' || "rest") "word";--> statement-breakpoint
INSERT INTO "creator_records" SELECT c."creator_id", count(distinct p."user_id"), (select "created_at" from "users" where "id" = c."creator_id")
	FROM "contests" c LEFT JOIN "participations" p ON p."contest_id" = c."id" AND p."state" = 'paid' GROUP BY c."creator_id";--> statement-breakpoint
INSERT INTO "winner_records" SELECT "winner_id", count(*), max("winner_at") FROM "contests" WHERE "winner_id" IS NOT NULL AND "stage" = 3 GROUP BY "winner_id";--> statement-breakpoint
CREATE INDEX "contests_by_name_text" ON "contest_search" USING gin ("name" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "contests_by_rest_text" ON "contest_search" USING gin ("rest" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "contests_by_name_grams" ON "contest_search" USING gin (short_grams("name")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "contests_by_rest_grams" ON "contest_search" USING gin (short_grams("rest")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "creators_by_participants" ON "creator_records" USING btree ((-"participant_count"),"since","creator_id");--> statement-breakpoint
CREATE INDEX "search_words_alike" ON "search_words" USING gin ("word" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "winners_by_wins" ON "winner_records" USING btree ((-"times_won"),"last_won_at" DESC NULLS LAST,"user_id");--> statement-breakpoint
CREATE INDEX "contact_messages_by_turn" ON "contact_messages" USING btree ((case when "handled_at" is null then 0 else 1 end),(-(extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "users_by_request" ON "users" USING btree ((case when "requested_at" is null then 1 else 0 end),(case when "requested_at" is null then -(extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint else (extract(epoch from "requested_at" at time zone 'UTC') * 1000)::bigint end),"id") WHERE "users"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role",(case when "requested_at" is null then 1 else 0 end),(case when "requested_at" is null then -(extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint else (extract(epoch from "requested_at" at time zone 'UTC') * 1000)::bigint end),"id") WHERE "users"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_name_text" ON "users" USING gin (search_fold("name") gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_by_email_text" ON "users" USING gin ("email" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_by_name_grams" ON "users" USING gin (short_grams(search_fold("name"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_by_email_grams" ON "users" USING gin (short_grams("email")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "entries_by_contest" ON "entries" USING btree ("contest_id",((extract(epoch from "submitted_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "notices_by_user" ON "notices" USING btree ("user_id",(case when "read_at" is null then 0 else 1 end),(-(extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "participations_by_user" ON "participations" USING btree ("user_id",(-(extract(epoch from "paid_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE FUNCTION "add_contest_search"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	insert into "contest_search" select "id", search_fold("name"), search_fold("tag" || chr(10) || "description") from "added";
	-- Sorted: two who add the same words wait for each other in one direction only.
	insert into "search_words" select distinct "word" from "added", search_words_of(search_fold("name" || ' ' || "tag" || ' ' || "description")) "word" order by "word" on conflict do nothing;
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "contests_search_added" AFTER INSERT ON "contests" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "add_contest_search"();--> statement-breakpoint
CREATE FUNCTION "change_contest_search"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	update "contest_search" set "name" = search_fold(new."name"), "rest" = search_fold(new."tag" || chr(10) || new."description") where "contest_id" = new."id";
	insert into "search_words" select distinct "word" from search_words_of(search_fold(new."name" || ' ' || new."tag" || ' ' || new."description")) "word" order by "word" on conflict do nothing;
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "contests_search_changed" AFTER UPDATE ON "contests" FOR EACH ROW
	WHEN ((old."name", old."tag", old."description") is distinct from (new."name", new."tag", new."description"))
	EXECUTE FUNCTION "change_contest_search"();--> statement-breakpoint
-- More than is meant: the server looks how many letters differ.
CREATE FUNCTION "words_like"(text) RETURNS SETOF text LANGUAGE sql STABLE STRICT SET pg_trgm.similarity_threshold = 0.2 AS $$
	select "word" from "search_words" where "word" % $1 order by similarity("word", $1) desc, "word" limit 20
$$;--> statement-breakpoint
CREATE FUNCTION "add_creator_records"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	insert into "creator_records" select distinct "creator_id", 0, (select "created_at" from "users" where "id" = "creator_id") from "added" order by "creator_id" on conflict do nothing;
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "contests_records_added" AFTER INSERT ON "contests" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "add_creator_records"();--> statement-breakpoint
-- Who has paid for several contests of one creator is counted once. The record is locked before anybody looks whether that is so:
-- the same person may join two of them at the same moment. Contests are locked before records by whoever comes here.
-- Its plan is made once, perhaps while the tables are nearly empty: then it would read them whole, also when they have grown.
CREATE FUNCTION "count_new_participants"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
begin
	perform 1 from "creator_records" where "creator_id" in (select c."creator_id" from "added" a join "contests" c on c."id" = a."contest_id" where a."state" = 'paid')
		order by "creator_id" for no key update;
	update "creator_records" r set "participant_count" = r."participant_count" + new_ones."people" from (
		select "creator_id", count(*) "people" from (
			select distinct c."creator_id", a."user_id" from "added" a join "contests" c on c."id" = a."contest_id" where a."state" = 'paid'
		) pairs
		where not exists (
			select from "participations" p join "contests" c on c."id" = p."contest_id"
			where p."user_id" = pairs."user_id" and p."state" = 'paid' and c."creator_id" = pairs."creator_id" and p."id" not in (select "id" from "added")
		)
		group by "creator_id"
	) new_ones where r."creator_id" = new_ones."creator_id";
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "participations_counted" AFTER INSERT ON "participations" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "count_new_participants"();--> statement-breakpoint
-- A place is paid for once and may be given back; nothing else becomes of it.
CREATE FUNCTION "count_lost_participants"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
begin
	perform 1 from "creator_records" where "creator_id" in (select c."creator_id" from "changed" n join "contests" c on c."id" = n."contest_id" where n."state" = 'refunded')
		order by "creator_id" for no key update;
	update "creator_records" r set "participant_count" = r."participant_count" - lost."people" from (
		select "creator_id", count(*) "people" from (
			select distinct c."creator_id", n."user_id" from "changed" n join "former" o using ("id") join "contests" c on c."id" = n."contest_id"
			where o."state" = 'paid' and n."state" = 'refunded'
		) pairs
		where not exists (
			select from "participations" p join "contests" c on c."id" = p."contest_id"
			where p."user_id" = pairs."user_id" and p."state" = 'paid' and c."creator_id" = pairs."creator_id"
		)
		group by "creator_id"
	) lost where r."creator_id" = lost."creator_id";
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "participations_discounted" AFTER UPDATE ON "participations" REFERENCING OLD TABLE AS "former" NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_lost_participants"();--> statement-breakpoint
-- A person's wins are few: they are counted again, under a lock on the record, whenever one comes or goes.
CREATE FUNCTION "count_wins"("winner" text) RETURNS void LANGUAGE plpgsql AS $$
begin
	insert into "winner_records" ("user_id") values ("winner") on conflict do nothing;
	perform 1 from "winner_records" where "user_id" = "winner" for no key update;
	update "winner_records" set "times_won" = won."times", "last_won_at" = won."last"
		from (select count(*) "times", max("winner_at") "last" from "contests" where "winner_id" = "winner" and "stage" = 3) won where "user_id" = "winner";
end $$;--> statement-breakpoint
CREATE FUNCTION "change_winner_records"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	if old."winner_id" is not null then perform count_wins(old."winner_id"); end if;
	if new."winner_id" is not null and new."winner_id" is distinct from old."winner_id" then perform count_wins(new."winner_id"); end if;
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "contests_wins_changed" AFTER UPDATE ON "contests" FOR EACH ROW
	WHEN ((old."winner_id", old."winner_at", old."stage" = 3) is distinct from (new."winner_id", new."winner_at", new."stage" = 3) and (old."winner_id" is not null or new."winner_id" is not null))
	EXECUTE FUNCTION "change_winner_records"();