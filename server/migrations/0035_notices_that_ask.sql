ALTER TABLE "notices" ADD COLUMN "asks" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sign_ins_valid_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "notices_asking" ON "notices" USING btree ("asks") WHERE "notices"."asks" is not null and "notices"."read_at" is null;--> statement-breakpoint
-- What is unread and asks for something that can be told from its row.
UPDATE "notices" SET "asks" = CASE "kind"
  WHEN 'winner_due' THEN 'winner:' || split_part("href", '/', 4)
  WHEN 'judging_open' THEN 'winner:' || split_part("once_key", ':', 2)
  WHEN 'contest_submitted' THEN 'review:' || split_part("href", '/', 4)
  WHEN 'judge_invited' THEN 'invitation:' || split_part("once_key", ':', 2)
  WHEN 'question' THEN "once_key"
  WHEN 'role_requested' THEN 'role:' || split_part("once_key", ':', 2)
  WHEN 'reported' THEN 'statement:' || split_part("once_key", ':', 2)
END WHERE "read_at" IS NULL AND ("kind" IN ('winner_due', 'contest_submitted') OR ("kind" IN ('judging_open', 'judge_invited', 'question', 'role_requested', 'reported') AND "once_key" IS NOT NULL));
--> statement-breakpoint
-- And of that what was done already.
UPDATE "notices" SET "read_at" = now() WHERE "read_at" IS NULL AND "asks" IN (
  SELECT 'winner:' || "id" FROM "contests" WHERE "winner_at" IS NOT NULL OR "cancelled_at" IS NOT NULL
  UNION ALL SELECT 'review:' || "id" FROM "contests" WHERE "review" <> 'in_review' OR "cancelled_at" IS NOT NULL
  UNION ALL SELECT 'invitation:' || "id" FROM "contest_judges" WHERE "state" IN ('accepted', 'declined')
  UNION ALL SELECT 'question:' || "id" FROM "contest_questions" WHERE "answered_at" IS NOT NULL
  UNION ALL SELECT 'role:' || "id" FROM "users" WHERE "requested_at" IS NULL
  UNION ALL SELECT 'statement:' || "id" FROM "report_cases" WHERE "answered_at" IS NOT NULL OR "ended_at" IS NOT NULL
);
