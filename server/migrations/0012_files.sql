CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"uploader_id" text NOT NULL,
	"use" text NOT NULL,
	"state" text DEFAULT 'coming' NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"whole" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"width" integer,
	"height" integer,
	"widths" integer[] DEFAULT '{}' NOT NULL,
	"entry_id" text,
	"contest_id" text,
	"user_id" text,
	"position" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "files_use" CHECK ("files"."use" in ('entry', 'picture')),
	CONSTRAINT "files_state" CHECK ("files"."state" in ('coming', 'here', 'going')),
	CONSTRAINT "files_kind" CHECK ("files"."kind" in ('picture', 'pdf', 'text', 'zip')),
	CONSTRAINT "files_sha256" CHECK ("files"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "files_size" CHECK (("files"."kind" = 'picture') = (num_nonnulls("files"."width", "files"."height") = 2)),
	CONSTRAINT "files_of_one_thing" CHECK (num_nonnulls("files"."entry_id", "files"."contest_id", "files"."user_id") <= 1),
	CONSTRAINT "files_of_its_use" CHECK (case "files"."use" when 'entry' then num_nonnulls("files"."contest_id", "files"."user_id") = 0 else "files"."entry_id" is null end),
	CONSTRAINT "files_here_when_owned" CHECK ("files"."state" = 'here' or num_nonnulls("files"."entry_id", "files"."contest_id", "files"."user_id") = 0)
);
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_by_entry" ON "files" USING btree ("entry_id","position") WHERE "files"."entry_id" is not null;--> statement-breakpoint
CREATE INDEX "files_by_contest" ON "files" USING btree ("contest_id") WHERE "files"."contest_id" is not null;--> statement-breakpoint
CREATE INDEX "files_by_user" ON "files" USING btree ("user_id") WHERE "files"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "files_loose" ON "files" USING btree ("uploader_id","created_at") WHERE "files"."entry_id" is null and "files"."contest_id" is null and "files"."user_id" is null;