CREATE TABLE "deploy_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"part" text NOT NULL,
	"holder" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "deploy_tokens_hash" UNIQUE("hash"),
	CONSTRAINT "deploy_tokens_part" CHECK ("deploy_tokens"."part" = '*' or "deploy_tokens"."part" ~ '^[a-z][a-z-]*$')
);
--> statement-breakpoint
ALTER TABLE "registry_changes" ADD COLUMN "percent" integer;--> statement-breakpoint
ALTER TABLE "registry_parts" ADD COLUMN "canary_version" text;--> statement-breakpoint
ALTER TABLE "registry_parts" ADD COLUMN "canary_percent" integer;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "rolled_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "registry_parts" ADD CONSTRAINT "registry_parts_canary" FOREIGN KEY ("part","canary_version") REFERENCES "public"."releases"("part","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_parts" ADD CONSTRAINT "registry_parts_canary_percent" CHECK (("registry_parts"."canary_version" is null) = ("registry_parts"."canary_percent" is null) and "registry_parts"."canary_percent" between 1 and 99 and "registry_parts"."canary_version" <> "registry_parts"."current_version");