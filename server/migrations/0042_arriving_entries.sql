CREATE TABLE "arriving_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"contest_id" text NOT NULL,
	"arrived_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "arriving_entries_by_contest" ON "arriving_entries" USING btree ("contest_id");