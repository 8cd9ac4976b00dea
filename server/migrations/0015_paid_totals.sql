ALTER TABLE "contests" ADD COLUMN "paid_total" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "entry_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "tally_by_stage" ON "contest_tally" USING btree ("stage","tag","change");--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_paid_total" CHECK ("contests"."paid_total" >= 0);--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_entry_count" CHECK ("contests"."entry_count" >= 0);--> statement-breakpoint
UPDATE "contests" c SET "paid_total" = coalesce(p."total", 0), "entry_count" = coalesce(e."count", 0)
	FROM (SELECT "contest_id", sum("amount") "total" FROM "participations" WHERE "state" = 'paid' GROUP BY "contest_id") p
	FULL JOIN (SELECT "contest_id", count(*) "count" FROM "entries" GROUP BY "contest_id") e ON e."contest_id" = p."contest_id"
	WHERE c."id" = coalesce(p."contest_id", e."contest_id");
