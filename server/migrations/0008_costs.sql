ALTER TABLE "participations" DROP CONSTRAINT "participations_last4";--> statement-breakpoint
CREATE INDEX "contests_by_lowest_prize" ON "contests" USING btree ("stage","prize","id");--> statement-breakpoint
CREATE INDEX "contests_by_tag_lowest_prize" ON "contests" USING btree ("tag","stage","prize","id");--> statement-breakpoint
CREATE INDEX "contests_by_lowest_price" ON "contests" USING btree ("stage","registration_price","id");--> statement-breakpoint
CREATE INDEX "contests_by_tag_lowest_price" ON "contests" USING btree ("tag","stage","registration_price","id");--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_last4" CHECK ("participations"."last4" ~ '^([0-9]{4})?$');