ALTER TABLE "entry_ratings" ALTER COLUMN "rating" SET DATA TYPE numeric(2, 1);--> statement-breakpoint
-- Who rated every criterion while that counted for nothing has rated the entry, as long as no winner is chosen. A rating that they gave for the whole stays until they rate a criterion again.
INSERT INTO "entry_ratings" ("entry_id", "judge_id", "rating", "updated_at")
SELECT "given"."entry_id", "given"."judge_id", round(avg("given"."rating"), 1), now()
FROM "criterion_ratings" "given"
JOIN "entries" ON "entries"."id" = "given"."entry_id"
JOIN "contests" ON "contests"."id" = "entries"."contest_id"
WHERE "contests"."winner_at" IS NULL AND "contests"."cancelled_at" IS NULL
GROUP BY "given"."entry_id", "given"."judge_id", "contests"."criteria"
HAVING count(*) = cardinality("contests"."criteria")
ON CONFLICT ("entry_id", "judge_id") DO UPDATE SET "rating" = excluded."rating" WHERE "entry_ratings"."rating" IS NULL;
