CREATE UNLOGGED TABLE "counted_uses" (
	"key" text PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "counted_uses_by_end" ON "counted_uses" USING btree ("ends_at");