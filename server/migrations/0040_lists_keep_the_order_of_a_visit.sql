CREATE INDEX "contests_by_extension" ON "contests" USING btree ("extended_at") WHERE "contests"."extended_at" is not null;--> statement-breakpoint
CREATE INDEX "participations_by_joining" ON "participations" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "participations_by_leaving" ON "participations" USING btree ("refunded_at") WHERE "participations"."state" = 'refunded';