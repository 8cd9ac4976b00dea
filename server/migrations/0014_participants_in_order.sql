DROP INDEX "participations_by_contest";--> statement-breakpoint
CREATE INDEX "participations_by_contest" ON "participations" USING btree ("contest_id","state","paid_at","id");