-- First, or a release that is being stored would deadlock with this migration. Files stay readable while they are copied.
LOCK TABLE "releases" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "release_files" IN SHARE MODE;--> statement-breakpoint
CREATE TABLE "release_contents" (
	"sha384" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"brotli" "bytea",
	"gzip" "bytea"
);
--> statement-breakpoint
CREATE TABLE "release_paths" (
	"part" text NOT NULL,
	"version" text NOT NULL,
	"path" text NOT NULL,
	"piece" smallint DEFAULT 0 NOT NULL,
	"content_type" text NOT NULL,
	"sha384" text NOT NULL,
	CONSTRAINT "release_paths_part_version_path_piece_pk" PRIMARY KEY("part","version","path","piece"),
	CONSTRAINT "release_paths_path" CHECK ("release_paths"."path" <> '' and "release_paths"."path" !~ '(^|/)\.\.?(/|$)' and "release_paths"."path" not like '/%')
);
--> statement-breakpoint
-- Sorts only names: sorting the contents would write all of them to temporary files.
INSERT INTO "release_contents" ("sha384", "content", "brotli", "gzip")
	SELECT "sha384", "content", "brotli", "gzip"
	FROM (SELECT DISTINCT ON ("sha384") "part", "version", "path" FROM "release_files" ORDER BY "sha384", "brotli" IS NULL) one
	JOIN "release_files" USING ("part", "version", "path");
--> statement-breakpoint
INSERT INTO "release_paths" ("part", "version", "path", "content_type", "sha384")
	SELECT "part", "version", "path", "content_type", "sha384" FROM "release_files";
--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "in_use_until" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "release_paths" ADD CONSTRAINT "release_paths_sha384_release_contents_sha384_fk" FOREIGN KEY ("sha384") REFERENCES "public"."release_contents"("sha384") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_paths" ADD CONSTRAINT "release_paths_release" FOREIGN KEY ("part","version") REFERENCES "public"."releases"("part","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "release_paths_by_content" ON "release_paths" USING btree ("sha384");--> statement-breakpoint
-- The registry's lock: removals never see half a release. A trigger, because older servers store releases without it.
CREATE FUNCTION lock_registry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	perform pg_advisory_xact_lock(76401);
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER releases_locked BEFORE INSERT ON releases FOR EACH STATEMENT EXECUTE FUNCTION lock_registry();
--> statement-breakpoint
-- Tabs keep the versions that they were opened with, so those that leave the registry stay in use for some time.
CREATE FUNCTION keep_replaced_releases() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	update "releases" set "in_use_until" = (select "at" from "registry_changes" where "revision" = new."revision")
		where "part" = old."part" and "version" in (old."current_version", old."previous_version", old."canary_version");
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER registry_parts_replaced AFTER UPDATE ON registry_parts FOR EACH ROW EXECUTE FUNCTION keep_replaced_releases();
--> statement-breakpoint
DROP TABLE "release_files";--> statement-breakpoint
-- For servers of the previous version, which read and write files here. The next version removes the view and its trigger.
CREATE VIEW "release_files" AS
	SELECT "part", "version", "path", string_agg("content", ''::bytea ORDER BY "piece") AS "content",
		CASE WHEN count(*) = 1 THEN (array_agg("brotli"))[1] END AS "brotli", CASE WHEN count(*) = 1 THEN (array_agg("gzip"))[1] END AS "gzip",
		min("content_type") AS "content_type",
		CASE WHEN count(*) = 1 THEN min("sha384") ELSE encode(sha384(string_agg("content", ''::bytea ORDER BY "piece")), 'base64') END AS "sha384"
	FROM "release_paths" JOIN "release_contents" USING ("sha384")
	GROUP BY "part", "version", "path";
--> statement-breakpoint
CREATE FUNCTION add_release_file() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	insert into "release_contents" ("sha384", "content", "brotli", "gzip") values (new."sha384", new."content", new."brotli", new."gzip") on conflict do nothing;
	insert into "release_paths" ("part", "version", "path", "content_type", "sha384") values (new."part", new."version", new."path", new."content_type", new."sha384");
	return new;
end $$;
--> statement-breakpoint
CREATE TRIGGER release_files_added INSTEAD OF INSERT ON release_files FOR EACH ROW EXECUTE FUNCTION add_release_file();
