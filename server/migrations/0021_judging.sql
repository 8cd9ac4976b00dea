ALTER TABLE "contests" ADD COLUMN "hides_names" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- Whoever handed in before this was promised nothing, and their names may have been read.
UPDATE "contests" SET "hides_names" = false WHERE "entry_count" > 0;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "number" integer;--> statement-breakpoint
UPDATE "entries" SET "number" = "mixed"."number" FROM (
  SELECT "id", 99 + row_number() OVER (PARTITION BY "contest_id" ORDER BY md5("id")) AS "number" FROM "entries"
) "mixed" WHERE "mixed"."id" = "entries"."id";--> statement-breakpoint
ALTER TABLE "entries" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "is_shortlisted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_numbered" UNIQUE("contest_id","number");
