CREATE TABLE "contest_tally" (
	"stage" smallint NOT NULL,
	"tag" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
-- Rows are only added, so nobody waits for anybody who changes another contest meanwhile. The server adds them up now and then.
CREATE FUNCTION "tally_added"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	insert into "contest_tally" select "stage", "tag", count(*) from "added" group by "stage", "tag";
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "contests_tally_added" AFTER INSERT ON "contests" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "tally_added"();--> statement-breakpoint
CREATE FUNCTION "tally_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	insert into "contest_tally" select "stage", "tag", -count(*) from "removed" group by "stage", "tag";
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "contests_tally_removed" AFTER DELETE ON "contests" REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "tally_removed"();--> statement-breakpoint
-- For each row, unlike the others: only so a join, which changes neither, costs nothing but this question.
CREATE FUNCTION "tally_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	insert into "contest_tally" values (old."stage", old."tag", -1), (new."stage", new."tag", 1);
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "contests_tally_changed" AFTER UPDATE ON "contests" FOR EACH ROW
	WHEN ((old."stage", old."tag") is distinct from (new."stage", new."tag"))
	EXECUTE FUNCTION "tally_changed"();--> statement-breakpoint
INSERT INTO "contest_tally" SELECT "stage", "tag", count(*) FROM "contests" GROUP BY "stage", "tag";--> statement-breakpoint
-- Of what is too long to be a word its pieces, each beginning in the middle of the one before: any forty letters that follow each other are in one.
CREATE FUNCTION "search_pieces_of"(text) RETURNS SETOF text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	select substr(word, start, 80)
	from unnest(string_to_array(translate($1, E'\n\r\t.,;:!?()[]{}<>"''`/\\|*_~=+-–—“”‘’…।%#@$&^€৳', repeat(' ', 60)), ' ')) word, generate_series(1, length(word) - 40, 40) start
	where length(word) > 40
$$;--> statement-breakpoint
INSERT INTO "search_words" SELECT DISTINCT "word" FROM "contest_search", search_pieces_of("name" || ' ' || "rest") "word" ON CONFLICT DO NOTHING;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "add_contest_search"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	insert into "contest_search" select "id", search_fold("name"), search_fold("tag" || chr(10) || "description") from "added";
	-- Sorted: two who add the same words wait for each other in one direction only.
	insert into "search_words" select distinct "word" from "added", search_fold("name" || ' ' || "tag" || ' ' || "description") "text",
		lateral (select search_words_of("text") "word" union all select search_pieces_of("text")) "words" order by "word" on conflict do nothing;
	return null;
end $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "change_contest_search"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
	folded text := search_fold(new."name" || ' ' || new."tag" || ' ' || new."description");
begin
	update "contest_search" set "name" = search_fold(new."name"), "rest" = search_fold(new."tag" || chr(10) || new."description") where "contest_id" = new."id";
	insert into "search_words" select distinct "word" from (select search_words_of(folded) "word" union all select search_pieces_of(folded)) "words" order by "word" on conflict do nothing;
	return null;
end $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "words_like"(text) RETURNS SETOF text LANGUAGE sql STABLE STRICT SET pg_trgm.similarity_threshold = 0.2 AS $$
	select "word" from "search_words" where "word" % $1 and length("word") <= 40 order by similarity("word", $1) desc, "word" limit 20
$$;
