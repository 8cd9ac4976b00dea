ALTER TABLE "sessions" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "leaving_provider_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_leaving_provider" ON "users" USING btree ("leaving_provider_since") WHERE "users"."leaving_provider_since" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_leave_when_removed" CHECK ("users"."leaving_provider_since" is null or "users"."removed_at" is not null);