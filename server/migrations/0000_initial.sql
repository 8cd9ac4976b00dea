CREATE TABLE "contact_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone,
	"handled_by" text,
	CONSTRAINT "contact_messages_handled" CHECK (("contact_messages"."handled_at" is null) = ("contact_messages"."handled_by" is null))
);
--> statement-breakpoint
CREATE TABLE "contest_comments" (
	"id" text PRIMARY KEY NOT NULL,
	"contest_id" text NOT NULL,
	"author_id" text NOT NULL,
	"text" text NOT NULL,
	"decision" text DEFAULT 'comment' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_comments_decision" CHECK ("contest_comments"."decision" in ('comment', 'changes_requested', 'rejected')),
	CONSTRAINT "contest_comments_text" CHECK ("contest_comments"."text" <> '')
);
--> statement-breakpoint
CREATE TABLE "contests" (
	"id" text PRIMARY KEY NOT NULL,
	"creator_id" text NOT NULL,
	"name" text NOT NULL,
	"image" text NOT NULL,
	"description" text NOT NULL,
	"task" text NOT NULL,
	"tag" text NOT NULL,
	"registration_price" integer NOT NULL,
	"prize" integer NOT NULL,
	"deadline" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"review" text DEFAULT 'in_review' NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"cancel_reason" text,
	"cancelled_by" text,
	"winner_id" text,
	"winner_entry_id" text,
	"winner_note" text,
	"winner_at" timestamp (3) with time zone,
	"winner_declared_by" text,
	"participant_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contests_status" CHECK ("contests"."status" in ('pending', 'open')),
	CONSTRAINT "contests_review" CHECK ("contests"."review" in ('in_review', 'changes_requested', 'rejected', 'approved')),
	CONSTRAINT "contests_open_when_approved" CHECK (("contests"."status" = 'open') = ("contests"."review" = 'approved')),
	CONSTRAINT "contests_open_since" CHECK ("contests"."status" <> 'open' or "contests"."opened_at" is not null),
	CONSTRAINT "contests_registration_price" CHECK ("contests"."registration_price" between 0 and 999999999),
	CONSTRAINT "contests_prize" CHECK ("contests"."prize" between 0 and 999999999),
	CONSTRAINT "contests_participant_count" CHECK ("contests"."participant_count" >= 0),
	CONSTRAINT "contests_cancelled_with_reason" CHECK (("contests"."cancelled_at" is null) = ("contests"."cancel_reason" is null)),
	CONSTRAINT "contests_winner_whole" CHECK (num_nonnulls("contests"."winner_id", "contests"."winner_entry_id", "contests"."winner_note", "contests"."winner_at", "contests"."winner_declared_by") in (0, 5)),
	CONSTRAINT "contests_winner_not_owner" CHECK ("contests"."winner_id" <> "contests"."creator_id"),
	CONSTRAINT "contests_winner_not_cancelled" CHECK ("contests"."winner_id" is null or "contests"."cancelled_at" is null)
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"id" text PRIMARY KEY NOT NULL,
	"contest_id" text NOT NULL,
	"user_id" text NOT NULL,
	"text" text NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"sha256" text NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "entries_once" UNIQUE("contest_id","user_id"),
	CONSTRAINT "entries_of_contest_and_user" UNIQUE("id","contest_id","user_id"),
	CONSTRAINT "entries_sha256" CHECK ("entries"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"href" text NOT NULL,
	"once_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notices_once" UNIQUE("user_id","once_key"),
	CONSTRAINT "notices_href" CHECK ("notices"."href" like '/%' and "notices"."href" not like '//%')
);
--> statement-breakpoint
CREATE TABLE "participations" (
	"id" text PRIMARY KEY NOT NULL,
	"contest_id" text NOT NULL,
	"user_id" text NOT NULL,
	"amount" integer NOT NULL,
	"last4" text NOT NULL,
	"state" text DEFAULT 'paid' NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"refunded_at" timestamp (3) with time zone,
	CONSTRAINT "participations_amount" CHECK ("participations"."amount" between 0 and 999999999),
	CONSTRAINT "participations_last4" CHECK ("participations"."last4" ~ '^[0-9]{4}$'),
	CONSTRAINT "participations_state" CHECK ("participations"."state" in ('paid', 'refunded')),
	CONSTRAINT "participations_refunded_at" CHECK (("participations"."state" = 'refunded') = ("participations"."refunded_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "registry_changes" (
	"revision" serial PRIMARY KEY NOT NULL,
	"part" text NOT NULL,
	"action" text NOT NULL,
	"from_version" text,
	"to_version" text,
	"who" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registry_parts" (
	"part" text PRIMARY KEY NOT NULL,
	"current_version" text NOT NULL,
	"previous_version" text,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"reason" text,
	"revision" integer NOT NULL,
	CONSTRAINT "registry_parts_reason" CHECK ("registry_parts"."is_enabled" or "registry_parts"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "release_files" (
	"part" text NOT NULL,
	"version" text NOT NULL,
	"path" text NOT NULL,
	"content" "bytea" NOT NULL,
	"brotli" "bytea",
	"gzip" "bytea",
	"content_type" text NOT NULL,
	"sha384" text NOT NULL,
	CONSTRAINT "release_files_part_version_path_pk" PRIMARY KEY("part","version","path"),
	CONSTRAINT "release_files_path" CHECK ("release_files"."path" <> '' and "release_files"."path" !~ '(^|/)\.\.?(/|$)' and "release_files"."path" not like '/%')
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"part" text NOT NULL,
	"version" text NOT NULL,
	"remote" jsonb,
	"manifest" jsonb,
	"integrity" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "releases_part_version_pk" PRIMARY KEY("part","version"),
	CONSTRAINT "releases_part" CHECK ("releases"."part" ~ '^[a-z][a-z-]*$'),
	CONSTRAINT "releases_version" CHECK ("releases"."version" ~ '^[0-9A-Za-z][0-9A-Za-z._-]*$'),
	CONSTRAINT "releases_remote" CHECK (("releases"."part" = 'shell') = ("releases"."remote" is null))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"email" text,
	"removed_email_hash" text,
	"email_verified_at" timestamp (3) with time zone,
	"name" text DEFAULT '' NOT NULL,
	"image" text DEFAULT '' NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"status" text DEFAULT 'verified' NOT NULL,
	"requested_at" timestamp (3) with time zone,
	"role_answer" text,
	"role_answer_reason" text DEFAULT '' NOT NULL,
	"role_answered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "users_uid_unique" UNIQUE("uid"),
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('admin', 'creator', 'user')),
	CONSTRAINT "users_status" CHECK ("users"."status" in ('verified', 'blocked')),
	CONSTRAINT "users_request_only_from_user" CHECK ("users"."requested_at" is null or "users"."role" = 'user'),
	CONSTRAINT "users_role_answer" CHECK ("users"."role_answer" in ('approved', 'declined')),
	CONSTRAINT "users_role_answered" CHECK (("users"."role_answer" is null) = ("users"."role_answered_at" is null)),
	CONSTRAINT "users_email_unless_removed" CHECK (("users"."email" is null) = ("users"."removed_at" is not null)),
	CONSTRAINT "users_canonical_email" CHECK ("users"."email" = lower("users"."email") and length("users"."email") <= 320),
	CONSTRAINT "users_anonymous_when_removed" CHECK ("users"."removed_at" is null or ("users"."name" = '' and "users"."image" = '' and "users"."role" = 'user' and "users"."requested_at" is null))
);
--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_comments" ADD CONSTRAINT "contest_comments_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_comments" ADD CONSTRAINT "contest_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_cancelled_by_users_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_winner_id_users_id_fk" FOREIGN KEY ("winner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_winner_declared_by_users_id_fk" FOREIGN KEY ("winner_declared_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_winner_entry" FOREIGN KEY ("winner_entry_id","id","winner_id") REFERENCES "public"."entries"("id","contest_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_parts" ADD CONSTRAINT "registry_parts_revision_registry_changes_revision_fk" FOREIGN KEY ("revision") REFERENCES "public"."registry_changes"("revision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_parts" ADD CONSTRAINT "registry_parts_current" FOREIGN KEY ("part","current_version") REFERENCES "public"."releases"("part","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_parts" ADD CONSTRAINT "registry_parts_previous" FOREIGN KEY ("part","previous_version") REFERENCES "public"."releases"("part","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_files" ADD CONSTRAINT "release_files_release" FOREIGN KEY ("part","version") REFERENCES "public"."releases"("part","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_messages_by_age" ON "contact_messages" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "contest_comments_by_contest" ON "contest_comments" USING btree ("contest_id","created_at","id");--> statement-breakpoint
CREATE INDEX "contests_by_creator" ON "contests" USING btree ("creator_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contests_by_participants" ON "contests" USING btree ("participant_count" DESC NULLS LAST,"deadline","id");--> statement-breakpoint
CREATE INDEX "contests_by_age" ON "contests" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "contests_by_deadline" ON "contests" USING btree ("deadline","id");--> statement-breakpoint
CREATE INDEX "contests_by_prize" ON "contests" USING btree ("prize" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "contests_by_tag" ON "contests" USING btree ("tag");--> statement-breakpoint
CREATE INDEX "contests_by_winner" ON "contests" USING btree ("winner_id") WHERE "contests"."winner_id" is not null;--> statement-breakpoint
CREATE INDEX "contests_to_review" ON "contests" USING btree ("created_at") WHERE "contests"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "entries_by_contest" ON "entries" USING btree ("contest_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "entries_by_user" ON "entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notices_by_user" ON "notices" USING btree ("user_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "participations_once" ON "participations" USING btree ("contest_id","user_id") WHERE "participations"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "participations_by_contest" ON "participations" USING btree ("contest_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "participations_by_user" ON "participations" USING btree ("user_id","paid_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "registry_changes_by_part" ON "registry_changes" USING btree ("part","revision" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "releases_by_age" ON "releases" USING btree ("part","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_by_age" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_open_requests" ON "users" USING btree ("requested_at") WHERE "users"."requested_at" is not null;--> statement-breakpoint
CREATE INDEX "users_removed_email" ON "users" USING btree ("removed_email_hash") WHERE "users"."removed_email_hash" is not null;