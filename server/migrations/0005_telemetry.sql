CREATE TABLE "telemetry_hours" (
	"hour" timestamp (3) with time zone NOT NULL,
	"part" text NOT NULL,
	"version" text NOT NULL,
	"metric" text NOT NULL,
	"page" text NOT NULL,
	"bucket" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "telemetry_hours_hour_part_version_metric_page_bucket_pk" PRIMARY KEY("hour","part","version","metric","page","bucket")
);
--> statement-breakpoint
CREATE TABLE "telemetry_incidents" (
	"id" serial PRIMARY KEY NOT NULL,
	"incident" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"part" text NOT NULL,
	"version" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"message" text NOT NULL,
	"page" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "telemetry_incidents_by_number" ON "telemetry_incidents" USING btree ("incident");