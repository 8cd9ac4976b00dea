CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Folds case, digits of Bangla and Latin script, accents, invisible characters, full-width forms, spaces, quotes and dashes.
-- Not STRICT: a strict function is not inlined and would be called for every row.
CREATE FUNCTION search_fold(text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$
	select case when octet_length($1) = length($1) then regexp_replace(lower($1), '[\t\v\f\r][ \t\v\f\r]*| [ \t\v\f\r]+', ' ', 'g') else coalesce(nullif(btrim(
		replace(replace(replace(translate(lower(normalize(regexp_replace(regexp_replace(normalize(translate($1, '´″‶', '''""'), NFKD),
			'[\u0300-\u0305\u0307-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u200b-\u200f\ufeff]|(?<![иИ])\u0306',
			'', 'g'), '[\t\v\f\r][ \t\v\f\r]*| [ \t\v\f\r]+', ' ', 'g'))), '০১২৩৪৫৬৭৮৯łøđðħŧı‘’‚‛ʼʻʹ′“”„‟«»‐‒–—―−', '0123456789loddhti''''''''''''''''""""""------'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')),
		-- What is nothing but marks, alone or on a space, is what it is: nothing, and a space, would be in every text.
		''), lower(normalize($1))) end
$_$;
--> statement-breakpoint
CREATE FUNCTION search_words_of(text) RETURNS SETOF text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
	select word from unnest(string_to_array(translate($1, E'\n\r\t.,;:!?()[]{}<>"''`/\\|*_~=+-–—“”‘’…।%#@$&^€৳', repeat(' ', 60)), ' ')) word where length(word) between 3 and 40
$_$;
--> statement-breakpoint
-- Pieces of forty characters of text that is too long to be a word; they overlap by half.
CREATE FUNCTION search_pieces_of(text) RETURNS SETOF text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
	select substr(word, start, 80)
	from unnest(string_to_array(translate($1, E'\n\r\t.,;:!?()[]{}<>"''`/\\|*_~=+-–—“”‘’…।%#@$&^€৳', repeat(' ', 60)), ' ')) word, generate_series(1, length(word) - 40, 40) start
	where length(word) > 40
$_$;
--> statement-breakpoint
-- Single characters and pairs, for searches of one or two characters.
CREATE FUNCTION short_grams(text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
	select string_to_array($1, null)
		|| string_to_array(regexp_replace($1, '(..)', E'\\1\x01', 'g'), E'\x01')
		|| string_to_array(regexp_replace(substr($1, 2), '(..)', E'\\1\x01', 'g'), E'\x01')
$_$;
--> statement-breakpoint
CREATE FUNCTION result_ms_of(deadline timestamp with time zone, winner_at timestamp with time zone) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $_$
	select coalesce(greatest(0, round(extract(epoch from $2 - $1) * 1000)), 0)::bigint
$_$;
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"act" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_role" text NOT NULL,
	"user_id" text,
	"contest_id" text,
	"message_id" text,
	"from_value" text DEFAULT '' NOT NULL,
	"to_value" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_entries_actor_role" CHECK ("audit_entries"."actor_role" in ('admin', 'creator', 'user', 'system')),
	CONSTRAINT "audit_entries_actor" CHECK (("audit_entries"."actor_role" = 'system') = ("audit_entries"."actor_id" = 'system')),
	CONSTRAINT "audit_entries_about" CHECK (num_nonnulls("audit_entries"."user_id", "audit_entries"."contest_id", "audit_entries"."message_id") > 0)
);
--> statement-breakpoint
CREATE TABLE "contest_popularity" (
	"contest_id" text PRIMARY KEY NOT NULL,
	"stage" smallint NOT NULL,
	"tag" text NOT NULL,
	"participant_count" integer NOT NULL,
	"deadline" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contest_search" (
	"contest_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"rest" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contest_tally" (
	"stage" smallint NOT NULL,
	"tag" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "arriving_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"contest_id" text NOT NULL,
	"arrived_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contest_rounds" (
	"contest_id" text NOT NULL,
	"revision" integer NOT NULL,
	"act" text NOT NULL,
	"actor_id" text,
	"terms" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_rounds_contest_id_revision_pk" PRIMARY KEY("contest_id","revision"),
	CONSTRAINT "contest_rounds_act" CHECK ("contest_rounds"."act" in ('kept', 'submitted', 'edited', 'changes_requested', 'rejected', 'confirmed', 'returned')),
	CONSTRAINT "contest_rounds_actor" CHECK (("contest_rounds"."act" = 'kept') = ("contest_rounds"."actor_id" is null)),
	CONSTRAINT "contest_rounds_revision" CHECK (("contest_rounds"."act" = 'kept') = ("contest_rounds"."revision" = 0))
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
	"hides_names" boolean DEFAULT true NOT NULL,
	"criteria" text[] DEFAULT '{}' NOT NULL,
	"deadline_moves" smallint DEFAULT 0 NOT NULL,
	"extended_at" timestamp (3) with time zone,
	"extended_from" timestamp (3) with time zone,
	"extension_reason" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"review" text DEFAULT 'in_review' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"cancel_reason" text,
	"cancelled_by" text,
	"hidden_at" timestamp (3) with time zone,
	"featured_at" timestamp (3) with time zone,
	"winner_id" text,
	"winner_entry_id" text,
	"winner_note" text,
	"winner_at" timestamp (3) with time zone,
	"winner_declared_by" text,
	"participant_count" integer DEFAULT 0 NOT NULL,
	"paid_total" bigint DEFAULT 0 NOT NULL,
	"entry_count" integer DEFAULT 0 NOT NULL,
	"stage" smallint DEFAULT 4 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contests_status" CHECK ("contests"."status" in ('pending', 'open')),
	CONSTRAINT "contests_review" CHECK ("contests"."review" in ('in_review', 'changes_requested', 'rejected', 'approved')),
	CONSTRAINT "contests_open_when_approved" CHECK (("contests"."status" = 'open') = ("contests"."review" = 'approved')),
	CONSTRAINT "contests_open_since" CHECK ("contests"."status" <> 'open' or "contests"."opened_at" is not null),
	CONSTRAINT "contests_registration_price" CHECK ("contests"."registration_price" between 0 and 999999999),
	CONSTRAINT "contests_prize" CHECK ("contests"."prize" between 0 and 999999999),
	CONSTRAINT "contests_participant_count" CHECK ("contests"."participant_count" >= 0),
	CONSTRAINT "contests_paid_total" CHECK ("contests"."paid_total" >= 0),
	CONSTRAINT "contests_criteria" CHECK (cardinality("contests"."criteria") <= 5),
	CONSTRAINT "contests_extension_whole" CHECK (num_nonnulls("contests"."extended_at", "contests"."extended_from", "contests"."extension_reason") in (0, 3)),
	CONSTRAINT "contests_entry_count" CHECK ("contests"."entry_count" >= 0),
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
	"number" integer NOT NULL,
	"is_shortlisted" boolean DEFAULT false NOT NULL,
	"show_if_wins" boolean DEFAULT true NOT NULL,
	"published_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "entries_once" UNIQUE("contest_id","user_id"),
	CONSTRAINT "entries_numbered" UNIQUE("contest_id","number"),
	CONSTRAINT "entries_of_contest_and_user" UNIQUE("id","contest_id","user_id"),
	CONSTRAINT "entries_sha256" CHECK ("entries"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "late_entries" (
	"contest_id" text NOT NULL,
	"user_id" text NOT NULL,
	"text" text NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"arrived_at" timestamp (3) with time zone NOT NULL,
	"deadline" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "late_entries_contest_id_user_id_pk" PRIMARY KEY("contest_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "contest_drafts" (
	"id" text PRIMARY KEY NOT NULL,
	"creator_id" text NOT NULL,
	"form" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_drafts_revision" CHECK ("contest_drafts"."revision" > 0)
);
--> statement-breakpoint
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
	"draft_id" text,
	"position" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "files_use" CHECK ("files"."use" in ('entry', 'picture')),
	CONSTRAINT "files_state" CHECK ("files"."state" in ('coming', 'here', 'going')),
	CONSTRAINT "files_kind" CHECK ("files"."kind" in ('picture', 'pdf', 'text', 'zip')),
	CONSTRAINT "files_sha256" CHECK ("files"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "files_size" CHECK (("files"."kind" = 'picture') = (num_nonnulls("files"."width", "files"."height") = 2)),
	CONSTRAINT "files_of_one_thing" CHECK (num_nonnulls("files"."entry_id", "files"."contest_id", "files"."user_id", "files"."draft_id") <= 1),
	CONSTRAINT "files_of_its_use" CHECK (case "files"."use" when 'entry' then num_nonnulls("files"."contest_id", "files"."user_id", "files"."draft_id") = 0 else "files"."entry_id" is null end),
	CONSTRAINT "files_here_when_owned" CHECK ("files"."state" = 'here' or num_nonnulls("files"."entry_id", "files"."contest_id", "files"."user_id", "files"."draft_id") = 0)
);
--> statement-breakpoint
CREATE TABLE "contest_judges" (
	"id" text PRIMARY KEY NOT NULL,
	"contest_id" text NOT NULL,
	"email" text,
	"judge_id" text,
	"state" text DEFAULT 'invited' NOT NULL,
	"invited_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_judges_state" CHECK ("contest_judges"."state" in ('invited', 'accepted', 'declined', 'withdrawn', 'stepped_down')),
	CONSTRAINT "contest_judges_email" CHECK ("contest_judges"."email" = lower("contest_judges"."email") and length("contest_judges"."email") <= 320),
	CONSTRAINT "contest_judges_accepted" CHECK ("contest_judges"."state" not in ('accepted', 'stepped_down') or "contest_judges"."judge_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "criterion_ratings" (
	"entry_id" text NOT NULL,
	"judge_id" text NOT NULL,
	"position" smallint NOT NULL,
	"rating" smallint NOT NULL,
	CONSTRAINT "criterion_ratings_entry_id_judge_id_position_pk" PRIMARY KEY("entry_id","judge_id","position"),
	CONSTRAINT "criterion_ratings_rating" CHECK ("criterion_ratings"."rating" between 1 and 5),
	CONSTRAINT "criterion_ratings_position" CHECK ("criterion_ratings"."position" >= 0)
);
--> statement-breakpoint
CREATE TABLE "entry_ratings" (
	"entry_id" text NOT NULL,
	"judge_id" text NOT NULL,
	"rating" numeric(2, 1),
	"word" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "entry_ratings_entry_id_judge_id_pk" PRIMARY KEY("entry_id","judge_id"),
	CONSTRAINT "entry_ratings_rating" CHECK ("entry_ratings"."rating" between 1 and 5),
	CONSTRAINT "entry_ratings_something" CHECK ("entry_ratings"."rating" is not null or "entry_ratings"."word" <> '')
);
--> statement-breakpoint
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
CREATE TABLE "contact_replies" (
	"id" text PRIMARY KEY NOT NULL,
	"message_id" text NOT NULL,
	"author_id" text NOT NULL,
	"text" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"given_up_at" timestamp (3) with time zone,
	"given_up_because" text,
	CONSTRAINT "contact_replies_end_once" CHECK ("contact_replies"."sent_at" is null or "contact_replies"."given_up_at" is null),
	CONSTRAINT "contact_replies_given_up_with_reason" CHECK (("contact_replies"."given_up_at" is null) = ("contact_replies"."given_up_because" is null))
);
--> statement-breakpoint
CREATE TABLE "letter_choices" (
	"user_id" text NOT NULL,
	"topic" text NOT NULL,
	"is_wanted" boolean,
	"stop_token" text NOT NULL,
	CONSTRAINT "letter_choices_user_id_topic_pk" PRIMARY KEY("user_id","topic"),
	CONSTRAINT "letter_choices_stop_token_unique" UNIQUE("stop_token")
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"notice_id" text PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "letters_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"amount" text,
	"to_address" text,
	"email_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"given_up_at" timestamp (3) with time zone,
	"given_up_because" text,
	CONSTRAINT "letters_end_once" CHECK ("letters"."sent_at" is null or "letters"."given_up_at" is null),
	CONSTRAINT "letters_given_up_with_reason" CHECK (("letters"."given_up_at" is null) = ("letters"."given_up_because" is null))
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
	"asks" text,
	CONSTRAINT "notices_once" UNIQUE("user_id","once_key"),
	CONSTRAINT "notices_href" CHECK ("notices"."href" like '/%' and "notices"."href" not like '//%')
);
--> statement-breakpoint
CREATE TABLE "unproven_addresses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"emailed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counted_uses" (
	"key" text PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "ended_sign_ins" (
	"user_id" text NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ended_sign_ins_user_id_signed_in_at_pk" PRIMARY KEY("user_id","signed_in_at")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"signed_in_at" timestamp (3) with time zone,
	"device" text DEFAULT '' NOT NULL
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
	"refused_because" text DEFAULT '' NOT NULL,
	"leaving_provider_since" timestamp (3) with time zone,
	"sign_ins_valid_since" timestamp (3) with time zone,
	CONSTRAINT "users_uid_unique" UNIQUE("uid"),
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('admin', 'creator', 'user')),
	CONSTRAINT "users_status" CHECK ("users"."status" in ('verified', 'blocked')),
	CONSTRAINT "users_request_only_from_user" CHECK ("users"."requested_at" is null or "users"."role" = 'user'),
	CONSTRAINT "users_role_answer" CHECK ("users"."role_answer" in ('approved', 'declined')),
	CONSTRAINT "users_role_answered" CHECK (("users"."role_answer" is null) = ("users"."role_answered_at" is null)),
	CONSTRAINT "users_email_unless_removed" CHECK (("users"."email" is null) = ("users"."removed_at" is not null)),
	CONSTRAINT "users_canonical_email" CHECK ("users"."email" = lower("users"."email") and length("users"."email") <= 320),
	CONSTRAINT "users_leave_when_removed" CHECK ("users"."leaving_provider_since" is null or "users"."removed_at" is not null),
	CONSTRAINT "users_anonymous_when_removed" CHECK ("users"."removed_at" is null or ("users"."name" = '' and "users"."image" = '' and "users"."role" = 'user' and "users"."requested_at" is null)),
	CONSTRAINT "users_refused_because" CHECK ("users"."refused_because" = '' or "users"."status" = 'blocked' or "users"."removed_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "creator_records" (
	"creator_id" text PRIMARY KEY NOT NULL,
	"participant_count" integer DEFAULT 0 NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"public_id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"run_count" integer DEFAULT 0 NOT NULL,
	"concluded_count" integer DEFAULT 0 NOT NULL,
	"cancelled_count" integer DEFAULT 0 NOT NULL,
	"unwon_count" integer DEFAULT 0 NOT NULL,
	"hidden_count" integer DEFAULT 0 NOT NULL,
	"result_ms" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "creators_public_id" UNIQUE("public_id")
);
--> statement-breakpoint
CREATE TABLE "winner_records" (
	"user_id" text PRIMARY KEY NOT NULL,
	"times_won" integer DEFAULT 0 NOT NULL,
	"last_won_at" timestamp (3) with time zone
);
--> statement-breakpoint
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
CREATE TABLE "registry_changes" (
	"revision" serial PRIMARY KEY NOT NULL,
	"part" text NOT NULL,
	"action" text NOT NULL,
	"from_version" text,
	"to_version" text,
	"percent" integer,
	"who" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registry_parts" (
	"part" text PRIMARY KEY NOT NULL,
	"current_version" text NOT NULL,
	"previous_version" text,
	"canary_version" text,
	"canary_percent" integer,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"reason" text,
	"revision" integer NOT NULL,
	CONSTRAINT "registry_parts_reason" CHECK ("registry_parts"."is_enabled" or "registry_parts"."reason" is not null),
	CONSTRAINT "registry_parts_canary_percent" CHECK (("registry_parts"."canary_version" is null) = ("registry_parts"."canary_percent" is null) and "registry_parts"."canary_percent" between 1 and 99 and "registry_parts"."canary_version" <> "registry_parts"."current_version")
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
	"pages" jsonb,
	"integrity" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"rolled_back_at" timestamp (3) with time zone,
	CONSTRAINT "releases_part_version_pk" PRIMARY KEY("part","version"),
	CONSTRAINT "releases_part" CHECK ("releases"."part" ~ '^[a-z][a-z-]*$'),
	CONSTRAINT "releases_version" CHECK ("releases"."version" ~ '^[0-9A-Za-z][0-9A-Za-z._-]*$'),
	CONSTRAINT "releases_remote" CHECK (("releases"."part" = 'shell') = ("releases"."remote" is null))
);
--> statement-breakpoint
CREATE TABLE "report_cases" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"contest_id" text NOT NULL,
	"entry_id" text,
	"author_id" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"contest_revision" integer,
	"entry_sha256" text,
	"told_at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	"ended_by" text,
	"note" text DEFAULT '' NOT NULL,
	"shown_again_at" timestamp (3) with time zone,
	"shown_again_by" text,
	"shown_again_note" text,
	CONSTRAINT "report_cases_kind" CHECK ("report_cases"."kind" in ('contest', 'entry')),
	CONSTRAINT "report_cases_entry" CHECK (("report_cases"."kind" = 'entry') = ("report_cases"."entry_id" is not null)),
	CONSTRAINT "report_cases_outcome" CHECK ("report_cases"."outcome" in ('dismissed', 'upheld')),
	CONSTRAINT "report_cases_ended_whole" CHECK (num_nonnulls("report_cases"."ended_at", "report_cases"."outcome", "report_cases"."ended_by") in (0, 3)),
	CONSTRAINT "report_cases_shown_again_whole" CHECK (num_nonnulls("report_cases"."shown_again_at", "report_cases"."shown_again_by", "report_cases"."shown_again_note") in (0, 3)),
	CONSTRAINT "report_cases_shown_again_once_upheld" CHECK ("report_cases"."shown_again_at" is null or ("report_cases"."outcome" is not null and "report_cases"."outcome" = 'upheld')),
	CONSTRAINT "report_cases_answered" CHECK (("report_cases"."answer" is null) = ("report_cases"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" text PRIMARY KEY NOT NULL,
	"case_id" text NOT NULL,
	"reporter_id" text NOT NULL,
	"reason" text NOT NULL,
	"word" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reports_once" UNIQUE("case_id","reporter_id"),
	CONSTRAINT "reports_word" CHECK ("reports"."word" <> '')
);
--> statement-breakpoint
CREATE TABLE "contest_follows" (
	"user_id" text NOT NULL,
	"contest_id" text NOT NULL,
	"followed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_follows_user_id_contest_id_pk" PRIMARY KEY("user_id","contest_id")
);
--> statement-breakpoint
CREATE TABLE "contest_promises" (
	"contest_id" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"participation_id" text NOT NULL,
	"kind" text NOT NULL,
	"contest_id" text NOT NULL,
	"user_id" text NOT NULL,
	"amount" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_participation_id_kind_pk" PRIMARY KEY("participation_id","kind"),
	CONSTRAINT "ledger_entries_amount" CHECK (case "ledger_entries"."kind" when 'payment' then "ledger_entries"."amount" between 1 and 999999999 when 'refund' then "ledger_entries"."amount" between -999999999 and -1 else false end)
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
	CONSTRAINT "participations_last4" CHECK ("participations"."last4" ~ '^([0-9]{4})?$'),
	CONSTRAINT "participations_state" CHECK ("participations"."state" in ('paid', 'refunded')),
	CONSTRAINT "participations_refunded_at" CHECK (("participations"."state" = 'refunded') = ("participations"."refunded_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "contest_comments" (
	"id" text PRIMARY KEY NOT NULL,
	"contest_id" text NOT NULL,
	"author_id" text NOT NULL,
	"text" text NOT NULL,
	"decision" text DEFAULT 'comment' NOT NULL,
	"revision" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_comments_decision" CHECK ("contest_comments"."decision" in ('comment', 'changes_requested', 'rejected')),
	CONSTRAINT "contest_comments_text" CHECK ("contest_comments"."text" <> '')
);
--> statement-breakpoint
CREATE TABLE "contest_news" (
	"id" text PRIMARY KEY NOT NULL,
	"contest_id" text NOT NULL,
	"text" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"sent_to" integer NOT NULL,
	CONSTRAINT "contest_news_text" CHECK ("contest_news"."text" <> ''),
	CONSTRAINT "contest_news_sent_to" CHECK ("contest_news"."sent_to" >= 0)
);
--> statement-breakpoint
CREATE TABLE "contest_questions" (
	"id" text PRIMARY KEY NOT NULL,
	"contest_id" text NOT NULL,
	"asker_id" text NOT NULL,
	"text" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"corrected_at" timestamp (3) with time zone,
	CONSTRAINT "contest_questions_text" CHECK ("contest_questions"."text" <> ''),
	CONSTRAINT "contest_questions_answer" CHECK ("contest_questions"."answer" <> ''),
	CONSTRAINT "contest_questions_answered" CHECK (("contest_questions"."answer" is null) = ("contest_questions"."answered_at" is null)),
	CONSTRAINT "contest_questions_corrected" CHECK ("contest_questions"."corrected_at" is null or "contest_questions"."answered_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "contest_popularity" ADD CONSTRAINT "contest_popularity_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_search" ADD CONSTRAINT "contest_search_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_rounds" ADD CONSTRAINT "contest_rounds_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_rounds" ADD CONSTRAINT "contest_rounds_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_cancelled_by_users_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_winner_id_users_id_fk" FOREIGN KEY ("winner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_winner_declared_by_users_id_fk" FOREIGN KEY ("winner_declared_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_winner_entry" FOREIGN KEY ("winner_entry_id","id","winner_id") REFERENCES "public"."entries"("id","contest_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "late_entries" ADD CONSTRAINT "late_entries_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "late_entries" ADD CONSTRAINT "late_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_drafts" ADD CONSTRAINT "contest_drafts_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_draft_id_contest_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."contest_drafts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_judges" ADD CONSTRAINT "contest_judges_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_judges" ADD CONSTRAINT "contest_judges_judge_id_users_id_fk" FOREIGN KEY ("judge_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criterion_ratings" ADD CONSTRAINT "criterion_ratings_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criterion_ratings" ADD CONSTRAINT "criterion_ratings_judge_id_users_id_fk" FOREIGN KEY ("judge_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_ratings" ADD CONSTRAINT "entry_ratings_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_ratings" ADD CONSTRAINT "entry_ratings_judge_id_users_id_fk" FOREIGN KEY ("judge_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_choices" ADD CONSTRAINT "letter_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ended_sign_ins" ADD CONSTRAINT "ended_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_records" ADD CONSTRAINT "creator_records_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "winner_records" ADD CONSTRAINT "winner_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_parts" ADD CONSTRAINT "registry_parts_revision_registry_changes_revision_fk" FOREIGN KEY ("revision") REFERENCES "public"."registry_changes"("revision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_parts" ADD CONSTRAINT "registry_parts_current" FOREIGN KEY ("part","current_version") REFERENCES "public"."releases"("part","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_parts" ADD CONSTRAINT "registry_parts_previous" FOREIGN KEY ("part","previous_version") REFERENCES "public"."releases"("part","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_parts" ADD CONSTRAINT "registry_parts_canary" FOREIGN KEY ("part","canary_version") REFERENCES "public"."releases"("part","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_files" ADD CONSTRAINT "release_files_release" FOREIGN KEY ("part","version") REFERENCES "public"."releases"("part","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_shown_again_by_users_id_fk" FOREIGN KEY ("shown_again_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_entry_of_author" FOREIGN KEY ("entry_id","contest_id","author_id") REFERENCES "public"."entries"("id","contest_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_report_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."report_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_follows" ADD CONSTRAINT "contest_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_follows" ADD CONSTRAINT "contest_follows_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_promises" ADD CONSTRAINT "contest_promises_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_comments" ADD CONSTRAINT "contest_comments_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_comments" ADD CONSTRAINT "contest_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_news" ADD CONSTRAINT "contest_news_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_questions" ADD CONSTRAINT "contest_questions_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_questions" ADD CONSTRAINT "contest_questions_asker_id_users_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit_entries" USING btree ((-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "audit_by_act" ON "audit_entries" USING btree ("act",(-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "audit_entries" USING btree ("actor_id",(-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "audit_by_actor_and_act" ON "audit_entries" USING btree ("actor_id","act",(-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "audit_by_user" ON "audit_entries" USING btree ("user_id",(-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "audit_by_contest" ON "audit_entries" USING btree ("contest_id",(-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "contests_by_popularity" ON "contest_popularity" USING btree ("stage",(-"participant_count"),((extract(epoch from "deadline" at time zone 'UTC') * 1000)::bigint),"contest_id");--> statement-breakpoint
CREATE INDEX "contests_by_tag_popularity" ON "contest_popularity" USING btree ("tag","stage",(-"participant_count"),((extract(epoch from "deadline" at time zone 'UTC') * 1000)::bigint),"contest_id");--> statement-breakpoint
CREATE INDEX "contests_by_name_text" ON "contest_search" USING gin ("name" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "contests_by_rest_text" ON "contest_search" USING gin ("rest" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "contests_by_name_grams" ON "contest_search" USING gin (short_grams("name")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "contests_by_rest_grams" ON "contest_search" USING gin (short_grams("rest")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "tally_by_stage" ON "contest_tally" USING btree ("stage","tag","change");--> statement-breakpoint
CREATE INDEX "search_words_alike" ON "search_words" USING gin ("word" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "arriving_entries_by_contest" ON "arriving_entries" USING btree ("contest_id");--> statement-breakpoint
CREATE INDEX "contests_by_creator" ON "contests" USING btree ("creator_id",(-(extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contests_by_extension" ON "contests" USING btree ("extended_at") WHERE "contests"."extended_at" is not null;--> statement-breakpoint
CREATE INDEX "contests_by_creator_opening" ON "contests" USING btree ("creator_id","stage",(-(extract(epoch from coalesce("opened_at", "created_at") at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contests_by_stage" ON "contests" USING btree ("stage","tag","deadline");--> statement-breakpoint
CREATE INDEX "contests_by_opening" ON "contests" USING btree ("stage",(-(extract(epoch from coalesce("opened_at", "created_at") at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contests_by_tag_opening" ON "contests" USING btree ("tag","stage",(-(extract(epoch from coalesce("opened_at", "created_at") at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contests_by_creation" ON "contests" USING btree ("stage",(-(extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contests_by_tag_creation" ON "contests" USING btree ("tag","stage",(-(extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contests_by_distance" ON "contests" USING btree ("stage",(case when "stage" in (0, 10) then 1 else -1 end * (extract(epoch from "deadline" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contests_by_tag_distance" ON "contests" USING btree ("tag","stage",(case when "stage" in (0, 10) then 1 else -1 end * (extract(epoch from "deadline" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contests_by_prize" ON "contests" USING btree ("stage",(-"prize"),"id");--> statement-breakpoint
CREATE INDEX "contests_by_tag_prize" ON "contests" USING btree ("tag","stage",(-"prize"),"id");--> statement-breakpoint
CREATE INDEX "contests_by_lowest_prize" ON "contests" USING btree ("stage","prize","id");--> statement-breakpoint
CREATE INDEX "contests_by_tag_lowest_prize" ON "contests" USING btree ("tag","stage","prize","id");--> statement-breakpoint
CREATE INDEX "contests_by_lowest_price" ON "contests" USING btree ("stage","registration_price","id");--> statement-breakpoint
CREATE INDEX "contests_by_tag_lowest_price" ON "contests" USING btree ("tag","stage","registration_price","id");--> statement-breakpoint
CREATE INDEX "contests_by_deadline" ON "contests" USING btree ("deadline","id");--> statement-breakpoint
CREATE INDEX "contests_in_stage_0" ON "contests" USING btree ((case when "stage" in (0, 10) then "deadline" end));--> statement-breakpoint
CREATE INDEX "contests_in_stage_1" ON "contests" USING btree ((case when "stage" in (1, 11) then "deadline" end));--> statement-breakpoint
CREATE INDEX "contests_in_stage_2" ON "contests" USING btree ((case when "stage" in (2, 12) then "deadline" end));--> statement-breakpoint
CREATE INDEX "contests_featured" ON "contests" USING btree ("featured_at") WHERE "contests"."featured_at" is not null;--> statement-breakpoint
CREATE INDEX "contests_by_winner" ON "contests" USING btree ("winner_id") WHERE "contests"."winner_id" is not null;--> statement-breakpoint
CREATE INDEX "entries_by_contest" ON "entries" USING btree ("contest_id",((extract(epoch from "submitted_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "entries_by_user" ON "entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "entries_published" ON "entries" USING btree ("contest_id") WHERE "entries"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "late_entries_by_user" ON "late_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "drafts_by_creator" ON "contest_drafts" USING btree ("creator_id","saved_at");--> statement-breakpoint
CREATE INDEX "files_by_entry" ON "files" USING btree ("entry_id","position") WHERE "files"."entry_id" is not null;--> statement-breakpoint
CREATE INDEX "files_by_contest" ON "files" USING btree ("contest_id") WHERE "files"."contest_id" is not null;--> statement-breakpoint
CREATE INDEX "files_by_user" ON "files" USING btree ("user_id") WHERE "files"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "files_by_draft" ON "files" USING btree ("draft_id") WHERE "files"."draft_id" is not null;--> statement-breakpoint
CREATE INDEX "files_loose" ON "files" USING btree ("uploader_id","created_at") WHERE "files"."entry_id" is null and "files"."contest_id" is null and "files"."user_id" is null and "files"."draft_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "contest_judges_by_address" ON "contest_judges" USING btree ("contest_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "contest_judges_once" ON "contest_judges" USING btree ("contest_id","judge_id") WHERE "contest_judges"."state" = 'accepted';--> statement-breakpoint
CREATE INDEX "contest_judges_by_judge" ON "contest_judges" USING btree ("judge_id") WHERE "contest_judges"."judge_id" is not null;--> statement-breakpoint
CREATE INDEX "contest_judges_by_email" ON "contest_judges" USING btree ("email") WHERE "contest_judges"."email" is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_by_turn" ON "contact_messages" USING btree ((case when "handled_at" is null then 0 else 1 end),(-(extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contact_replies_of_message" ON "contact_replies" USING btree ("message_id","written_at");--> statement-breakpoint
CREATE INDEX "contact_replies_by_author" ON "contact_replies" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "contact_replies_due" ON "contact_replies" USING btree ("due_at") WHERE "contact_replies"."sent_at" is null and "contact_replies"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "contact_replies_by_age" ON "contact_replies" USING btree ("written_at");--> statement-breakpoint
CREATE INDEX "letter_choices_wanted" ON "letter_choices" USING btree ("topic","user_id") WHERE "letter_choices"."is_wanted";--> statement-breakpoint
CREATE INDEX "letters_due" ON "letters" USING btree ("due_at") WHERE "letters"."sent_at" is null and "letters"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "letters_by_age" ON "letters" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notices_by_user" ON "notices" USING btree ("user_id",(case when "read_at" is null then 0 else 1 end),(-(extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "notices_asking" ON "notices" USING btree ("asks") WHERE "notices"."asks" is not null and "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "unproven_addresses_by_age" ON "unproven_addresses" USING btree ("emailed_at");--> statement-breakpoint
CREATE INDEX "counted_uses_by_end" ON "counted_uses" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "telemetry_incidents_by_number" ON "telemetry_incidents" USING btree ("incident");--> statement-breakpoint
CREATE INDEX "ended_sign_ins_by_end" ON "ended_sign_ins" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_by_age" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_by_request" ON "users" USING btree ((case when "requested_at" is null then 1 else 0 end),(case when "requested_at" is null then -(extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint else (extract(epoch from "requested_at" at time zone 'UTC') * 1000)::bigint end),"id") WHERE "users"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role",(case when "requested_at" is null then 1 else 0 end),(case when "requested_at" is null then -(extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint else (extract(epoch from "requested_at" at time zone 'UTC') * 1000)::bigint end),"id") WHERE "users"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_joining" ON "users" USING btree (((extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint),"id") WHERE "users"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_role_and_joining" ON "users" USING btree ("role",((extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint),"id") WHERE "users"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_name_text" ON "users" USING gin (search_fold("name") gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_by_email_text" ON "users" USING gin ("email" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_by_name_grams" ON "users" USING gin (short_grams(search_fold("name"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_by_email_grams" ON "users" USING gin (short_grams("email")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_open_requests" ON "users" USING btree ("requested_at") WHERE "users"."requested_at" is not null;--> statement-breakpoint
CREATE INDEX "users_leaving_provider" ON "users" USING btree ("leaving_provider_since") WHERE "users"."leaving_provider_since" is not null;--> statement-breakpoint
CREATE INDEX "users_removed_email" ON "users" USING btree ("removed_email_hash") WHERE "users"."removed_email_hash" is not null;--> statement-breakpoint
CREATE INDEX "creators_by_participants" ON "creator_records" USING btree ((-"participant_count"),"since","creator_id");--> statement-breakpoint
CREATE INDEX "winners_by_wins" ON "winner_records" USING btree ((-"times_won"),"last_won_at" DESC NULLS LAST,"user_id");--> statement-breakpoint
CREATE INDEX "registry_changes_by_part" ON "registry_changes" USING btree ("part","revision" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "releases_by_age" ON "releases" USING btree ("part","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "report_cases_open_contest" ON "report_cases" USING btree ("contest_id") WHERE "report_cases"."kind" = 'contest' and "report_cases"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "report_cases_open_entry" ON "report_cases" USING btree ("entry_id") WHERE "report_cases"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "report_cases_of_contest" ON "report_cases" USING btree ("contest_id");--> statement-breakpoint
CREATE INDEX "report_cases_of_author" ON "report_cases" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "report_cases_by_turn" ON "report_cases" USING btree ((case when "ended_at" is null then 0 else 1 end),(case when "ended_at" is null then (extract(epoch from "opened_at" at time zone 'UTC') * 1000)::bigint else -(extract(epoch from "ended_at" at time zone 'UTC') * 1000)::bigint end),"id");--> statement-breakpoint
CREATE INDEX "reports_by_reporter" ON "reports" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "follows_by_user" ON "contest_follows" USING btree ("user_id",(-(extract(epoch from "followed_at" at time zone 'UTC') * 1000)::bigint),"contest_id");--> statement-breakpoint
CREATE INDEX "follows_by_contest" ON "contest_follows" USING btree ("contest_id");--> statement-breakpoint
CREATE INDEX "contest_promises_by_time" ON "contest_promises" USING btree ("next_at","contest_id");--> statement-breakpoint
CREATE INDEX "ledger_by_time" ON "ledger_entries" USING btree ((-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "ledger_by_contest" ON "ledger_entries" USING btree ("contest_id",(-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "ledger_by_user" ON "ledger_entries" USING btree ("user_id",(-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "ledger_refunds" ON "ledger_entries" USING btree ((-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number")) WHERE "ledger_entries"."kind" = 'refund';--> statement-breakpoint
CREATE UNIQUE INDEX "participations_once" ON "participations" USING btree ("contest_id","user_id") WHERE "participations"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "participations_by_contest" ON "participations" USING btree ("contest_id","state","paid_at","id");--> statement-breakpoint
CREATE INDEX "participations_by_day" ON "participations" USING btree ("contest_id",(-floor(extract(epoch from "paid_at" at time zone 'UTC') / 86400)::int),"id") WHERE "participations"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "participations_by_joining" ON "participations" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "participations_by_leaving" ON "participations" USING btree ("refunded_at") WHERE "participations"."state" = 'refunded';--> statement-breakpoint
CREATE INDEX "participations_by_user" ON "participations" USING btree ("user_id",(-(extract(epoch from "paid_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "contest_comments_by_contest" ON "contest_comments" USING btree ("contest_id","created_at","id");--> statement-breakpoint
CREATE INDEX "news_by_contest" ON "contest_news" USING btree ("contest_id",(-(extract(epoch from "written_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "questions_by_contest" ON "contest_questions" USING btree ("contest_id",(-(extract(epoch from "asked_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "questions_by_turn" ON "contest_questions" USING btree ("contest_id",(case when "answered_at" is null then 0 else 1 end),(-(extract(epoch from "asked_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "questions_by_asker" ON "contest_questions" USING btree ("asker_id","contest_id");
--> statement-breakpoint
-- Leaves room for updates in place (HOT).
ALTER TABLE "contests" SET (fillfactor = 85);
--> statement-breakpoint
ALTER TABLE "contest_popularity" SET (fillfactor = 85);
--> statement-breakpoint
-- Counters that may be lost with a crash.
ALTER TABLE "counted_uses" SET UNLOGGED;
--> statement-breakpoint
CREATE FUNCTION add_contest_popularity() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	insert into "contest_popularity" values (new."id", new."stage", new."tag", new."participant_count", new."deadline");
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION add_contest_search() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	insert into "contest_search" select "id", search_fold("name"), search_fold("tag" || chr(10) || "description") from "added";
	-- Sorted: two who add the same words wait for each other in one direction only.
	insert into "search_words" select distinct "word" from "added", search_fold("name" || ' ' || "tag" || ' ' || "description") "text",
		lateral (select search_words_of("text") "word" union all select search_pieces_of("text")) "words" order by "word" on conflict do nothing;
	return null;
end $$;
--> statement-breakpoint
-- Contests are usually inserted in review, which changes no record and locks none.
CREATE FUNCTION add_creator_records() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	insert into "creator_records" ("creator_id", "since") select distinct "creator_id", (select "created_at" from "users" where "id" = "creator_id") from "added" order by "creator_id" on conflict do nothing;
	perform 1 from "creator_records" where "creator_id" in (select "creator_id" from "added" where "review" = 'approved' or "cancelled_at" is not null) order by "creator_id" for no key update;
	update "creator_records" r set "run_count" = r."run_count" + a."run", "concluded_count" = r."concluded_count" + a."concluded",
		"cancelled_count" = r."cancelled_count" + a."cancelled", "unwon_count" = r."unwon_count" + a."unwon", "result_ms" = r."result_ms" + a."result_ms"
	from (
		select "creator_id", count(*) "run", count("winner_at") "concluded", count("cancelled_by") "cancelled", count("cancelled_at") - count("cancelled_by") "unwon",
			sum(result_ms_of("deadline", "winner_at")) "result_ms"
		from "added" where "review" = 'approved' or "cancelled_at" is not null group by "creator_id"
	) a where r."creator_id" = a."creator_id";
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION change_contest_popularity() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	update "contest_popularity" set "stage" = new."stage", "tag" = new."tag", "participant_count" = new."participant_count", "deadline" = new."deadline" where "contest_id" = new."id";
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION change_contest_search() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
	folded text := search_fold(new."name" || ' ' || new."tag" || ' ' || new."description");
begin
	update "contest_search" set "name" = search_fold(new."name"), "rest" = search_fold(new."tag" || chr(10) || new."description") where "contest_id" = new."id";
	insert into "search_words" select distinct "word" from (select search_words_of(folded) "word" union all select search_pieces_of(folded)) "words" order by "word" on conflict do nothing;
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION change_creator_hidden() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if tg_op = 'DELETE' then
		update "creator_records" set "hidden_count" = "hidden_count" - 1 where "creator_id" = old."creator_id";
	else
		update "creator_records" set "hidden_count" = "hidden_count"
			+ (new."hidden_at" is not null and new."review" = 'approved' and new."cancelled_at" is null)::int
			- (old."hidden_at" is not null and old."review" = 'approved' and old."cancelled_at" is null)::int
		where "creator_id" = new."creator_id";
	end if;
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION change_creator_results() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	update "creator_records" set
		"run_count" = "run_count" + (new."review" = 'approved' or new."cancelled_at" is not null)::int - (old."review" = 'approved' or old."cancelled_at" is not null)::int,
		"concluded_count" = "concluded_count" + num_nonnulls(new."winner_at") - num_nonnulls(old."winner_at"),
		"cancelled_count" = "cancelled_count" + num_nonnulls(new."cancelled_by") - num_nonnulls(old."cancelled_by"),
		"unwon_count" = "unwon_count" + (num_nonnulls(new."cancelled_at") - num_nonnulls(new."cancelled_by")) - (num_nonnulls(old."cancelled_at") - num_nonnulls(old."cancelled_by")),
		"result_ms" = "result_ms" + result_ms_of(new."deadline", new."winner_at") - result_ms_of(old."deadline", old."winner_at")
	where "creator_id" = new."creator_id";
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION change_winner_records() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if old."winner_id" is not null then perform count_wins(old."winner_id"); end if;
	if new."winner_id" is not null and new."winner_id" is distinct from old."winner_id" then perform count_wins(new."winner_id"); end if;
	return null;
end $$;
--> statement-breakpoint
-- The numbers are those of stages.ts.
CREATE FUNCTION contest_stage(cancelled_at timestamp with time zone, review text, winner_at timestamp with time zone, deadline timestamp with time zone, creator_id text, hidden_at timestamp with time zone) RETURNS smallint
    LANGUAGE sql STABLE
    AS $_$
	select (case
		when $1 is not null then 7
		when $2 = 'in_review' then 4
		when $2 = 'changes_requested' then 5
		when $2 = 'rejected' then 6
		else
			case when $3 is not null then 3 when $4 > now() then 0 when $4 > now() - interval '336 hours' then 1 else 2 end
			+ case when $6 is null and exists (select 1 from "users" where "id" = $5 and "status" = 'verified' and ("removed_at" is null or $3 is not null)) then 0 else 10 end
		end)::smallint
$_$;
--> statement-breakpoint
CREATE FUNCTION count_lost_participants() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
begin
	perform 1 from "creator_records" where "creator_id" in (select c."creator_id" from "changed" n join "contests" c on c."id" = n."contest_id" where n."state" = 'refunded')
		order by "creator_id" for no key update;
	update "creator_records" r set "participant_count" = r."participant_count" - lost."people" from (
		select "creator_id", count(*) "people" from (
			select distinct c."creator_id", n."user_id" from "changed" n join "contests" c on c."id" = n."contest_id"
			where n."state" = 'refunded' and n."id" not in (select "id" from "former" where "state" = 'refunded')
		) pairs
		where not exists (
			select from (select "contest_id" from "participations" where "user_id" = pairs."user_id" and "state" = 'paid' offset 0) p
			join "contests" c on c."id" = p."contest_id" where c."creator_id" = pairs."creator_id"
		)
		group by "creator_id"
	) lost where r."creator_id" = lost."creator_id";
	return null;
end $$;
--> statement-breakpoint
-- Locks the record before it counts: a person may join two contests of one creator at the same moment. Contests are locked first.
-- Sequential scans are off because the plan may be made while the tables are nearly empty.
CREATE FUNCTION count_new_participants() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
begin
	perform 1 from "creator_records" where "creator_id" in (select c."creator_id" from "added" a join "contests" c on c."id" = a."contest_id" where a."state" = 'paid')
		order by "creator_id" for no key update;
	update "creator_records" r set "participant_count" = r."participant_count" + new_ones."people" from (
		select "creator_id", count(*) "people" from (
			select distinct c."creator_id", a."user_id" from "added" a join "contests" c on c."id" = a."contest_id" where a."state" = 'paid'
		) pairs
		where not exists (
			select from "participations" p join "contests" c on c."id" = p."contest_id"
			where p."user_id" = pairs."user_id" and p."state" = 'paid' and c."creator_id" = pairs."creator_id" and p."id" not in (select "id" from "added")
		)
		group by "creator_id"
	) new_ones where r."creator_id" = new_ones."creator_id";
	return null;
end $$;
--> statement-breakpoint
-- Counts a person's few wins again, with the record locked.
CREATE FUNCTION count_wins(winner text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
	insert into "winner_records" ("user_id") values ("winner") on conflict do nothing;
	perform 1 from "winner_records" where "user_id" = "winner" for no key update;
	update "winner_records" set "times_won" = won."times", "last_won_at" = won."last"
		from (select count(*) "times", max("winner_at") "last" from "contests" where "winner_id" = "winner" and "stage" = 3) won where "user_id" = "winner";
end $$;
--> statement-breakpoint
CREATE FUNCTION promise_of_contest() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if new."review" = 'approved' and new."cancelled_at" is null and new."winner_at" is null then
		insert into "contest_promises" values (new."id", new."deadline") on conflict ("contest_id") do update set "next_at" = excluded."next_at";
	else
		delete from "contest_promises" where "contest_id" = new."id";
	end if;
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	raise exception 'Entries of the audit trail are only added: % refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
CREATE FUNCTION refuse_ledger_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	raise exception 'Entries of the ledger are only added: % refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
-- The state of the email may change, the text may not. A deleted message takes its replies along.
CREATE FUNCTION refuse_reply_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if tg_op = 'DELETE' and not exists (select 1 from "contact_messages" where "id" = old."message_id") then
		return old;
	end if;
	raise exception 'Replies to messages are only added: % refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
CREATE FUNCTION refuse_round_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	-- With its contest a round goes.
	if tg_op = 'DELETE' then
		if not exists (select from contests where id = old.contest_id) then
			return old;
		end if;
	end if;
	raise exception 'Rounds of a contest are only added: % refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
CREATE FUNCTION remove_creator_results() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	perform 1 from "creator_records" where "creator_id" in (select "creator_id" from "removed" where "review" = 'approved' or "cancelled_at" is not null) order by "creator_id" for no key update;
	update "creator_records" r set "run_count" = r."run_count" - g."run", "concluded_count" = r."concluded_count" - g."concluded",
		"cancelled_count" = r."cancelled_count" - g."cancelled", "unwon_count" = r."unwon_count" - g."unwon", "result_ms" = r."result_ms" - g."result_ms"
	from (
		select "creator_id", count(*) "run", count("winner_at") "concluded", count("cancelled_by") "cancelled", count("cancelled_at") - count("cancelled_by") "unwon",
			sum(result_ms_of("deadline", "winner_at")) "result_ms"
		from "removed" where "review" = 'approved' or "cancelled_at" is not null group by "creator_id"
	) g where r."creator_id" = g."creator_id";
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION set_contest_stage() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	new."stage" := contest_stage(new."cancelled_at", new."review", new."winner_at", new."deadline", new."creator_id", new."hidden_at");
	return new;
end $$;
--> statement-breakpoint
CREATE FUNCTION set_stages_of_creator() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	update "contests" set "stage" = contest_stage("cancelled_at", "review", "winner_at", "deadline", "creator_id", "hidden_at") where "creator_id" = new."id";
	return null;
end $$;
--> statement-breakpoint
-- Rows are only inserted, so that changes of different contests do not wait for each other. The server compacts them.
CREATE FUNCTION tally_added() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	insert into "contest_tally" select "stage", "tag", count(*) from "added" group by "stage", "tag";
	return null;
end $$;
--> statement-breakpoint
-- Per row: a statement-level trigger would cost every join, which changes neither stage nor tag.
CREATE FUNCTION tally_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	insert into "contest_tally" values (old."stage", old."tag", -1), (new."stage", new."tag", 1);
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION tally_removed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	insert into "contest_tally" select "stage", "tag", -count(*) from "removed" group by "stage", "tag";
	return null;
end $$;
--> statement-breakpoint
-- Returns candidates; the server computes the edit distance.
CREATE FUNCTION words_like(text) RETURNS SETOF text
    LANGUAGE sql STABLE STRICT
    SET "pg_trgm.similarity_threshold" TO '0.2'
    AS $_$
	select "word" from "search_words" where "word" % $1 and length("word") <= 40 order by similarity("word", $1) desc, "word" limit 20
$_$;
--> statement-breakpoint
-- One statement for all rows. Old and new rows are not joined: a plan made for one refund compares each with each for a thousand.
-- A refund that is already written is skipped.
CREATE FUNCTION write_ledger() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if tg_op = 'INSERT' then
		insert into "ledger_entries" ("participation_id", "kind", "contest_id", "user_id", "amount", "at")
			select "id", 'payment', "contest_id", "user_id", "amount", "paid_at" from "changed" where "amount" > 0;
	end if;
	insert into "ledger_entries" ("participation_id", "kind", "contest_id", "user_id", "amount", "at")
		select "id", 'refund', "contest_id", "user_id", -"amount", "refunded_at" from "changed" where "state" = 'refunded' and "amount" > 0
		on conflict do nothing;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER contact_replies_only_added BEFORE DELETE OR UPDATE OF id, message_id, author_id, text, written_at ON contact_replies FOR EACH ROW EXECUTE FUNCTION refuse_reply_change();
--> statement-breakpoint
CREATE TRIGGER contest_rounds_not_emptied BEFORE TRUNCATE ON contest_rounds FOR EACH STATEMENT EXECUTE FUNCTION refuse_round_change();
--> statement-breakpoint
CREATE TRIGGER contest_rounds_only_added BEFORE DELETE OR UPDATE ON contest_rounds FOR EACH ROW EXECUTE FUNCTION refuse_round_change();
--> statement-breakpoint
CREATE TRIGGER contests_hidden_changed AFTER UPDATE ON contests FOR EACH ROW WHEN ((((old.hidden_at IS NOT NULL) AND (old.review = 'approved'::text) AND (old.cancelled_at IS NULL)) IS DISTINCT FROM ((new.hidden_at IS NOT NULL) AND (new.review = 'approved'::text) AND (new.cancelled_at IS NULL)))) EXECUTE FUNCTION change_creator_hidden();
--> statement-breakpoint
CREATE TRIGGER contests_hidden_removed AFTER DELETE ON contests FOR EACH ROW WHEN (((old.hidden_at IS NOT NULL) AND (old.review = 'approved'::text) AND (old.cancelled_at IS NULL))) EXECUTE FUNCTION change_creator_hidden();
--> statement-breakpoint
CREATE TRIGGER contests_popularity_added AFTER INSERT ON contests FOR EACH ROW EXECUTE FUNCTION add_contest_popularity();
--> statement-breakpoint
CREATE TRIGGER contests_popularity_changed AFTER UPDATE ON contests FOR EACH ROW WHEN (((((old.stage IS DISTINCT FROM new.stage) OR (old.tag IS DISTINCT FROM new.tag)) OR (old.participant_count IS DISTINCT FROM new.participant_count)) OR (old.deadline IS DISTINCT FROM new.deadline))) EXECUTE FUNCTION change_contest_popularity();
--> statement-breakpoint
CREATE TRIGGER contests_promises_added AFTER INSERT ON contests FOR EACH ROW EXECUTE FUNCTION promise_of_contest();
--> statement-breakpoint
CREATE TRIGGER contests_promises_changed AFTER UPDATE ON contests FOR EACH ROW WHEN (((((old.review IS DISTINCT FROM new.review) OR ((old.cancelled_at IS NULL) IS DISTINCT FROM (new.cancelled_at IS NULL))) OR ((old.winner_at IS NULL) IS DISTINCT FROM (new.winner_at IS NULL))) OR (old.deadline IS DISTINCT FROM new.deadline))) EXECUTE FUNCTION promise_of_contest();
--> statement-breakpoint
CREATE TRIGGER contests_records_added AFTER INSERT ON contests REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_creator_records();
--> statement-breakpoint
CREATE TRIGGER contests_results_changed AFTER UPDATE ON contests FOR EACH ROW WHEN (((((((old.review = 'approved'::text) IS DISTINCT FROM (new.review = 'approved'::text)) OR ((old.cancelled_at IS NULL) IS DISTINCT FROM (new.cancelled_at IS NULL))) OR ((old.cancelled_by IS NULL) IS DISTINCT FROM (new.cancelled_by IS NULL))) OR (old.winner_at IS DISTINCT FROM new.winner_at)) OR (
        CASE
            WHEN (old.winner_at IS NOT NULL) THEN old.deadline
            ELSE NULL::timestamp with time zone
        END IS DISTINCT FROM
        CASE
            WHEN (new.winner_at IS NOT NULL) THEN new.deadline
            ELSE NULL::timestamp with time zone
        END))) EXECUTE FUNCTION change_creator_results();
--> statement-breakpoint
CREATE TRIGGER contests_results_removed AFTER DELETE ON contests REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_creator_results();
--> statement-breakpoint
CREATE TRIGGER contests_search_added AFTER INSERT ON contests REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_contest_search();
--> statement-breakpoint
CREATE TRIGGER contests_search_changed AFTER UPDATE ON contests FOR EACH ROW WHEN ((((old.name IS DISTINCT FROM new.name) OR (old.tag IS DISTINCT FROM new.tag)) OR (old.description IS DISTINCT FROM new.description))) EXECUTE FUNCTION change_contest_search();
--> statement-breakpoint
CREATE TRIGGER contests_stage BEFORE INSERT OR UPDATE OF cancelled_at, review, status, winner_at, deadline, creator_id, hidden_at ON contests FOR EACH ROW EXECUTE FUNCTION set_contest_stage();
--> statement-breakpoint
CREATE TRIGGER contests_tally_added AFTER INSERT ON contests REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_added();
--> statement-breakpoint
CREATE TRIGGER contests_tally_changed AFTER UPDATE ON contests FOR EACH ROW WHEN (((old.stage IS DISTINCT FROM new.stage) OR (old.tag IS DISTINCT FROM new.tag))) EXECUTE FUNCTION tally_changed();
--> statement-breakpoint
CREATE TRIGGER contests_tally_removed AFTER DELETE ON contests REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_removed();
--> statement-breakpoint
CREATE TRIGGER contests_wins_changed AFTER UPDATE ON contests FOR EACH ROW WHEN (((((old.winner_id IS DISTINCT FROM new.winner_id) OR (old.winner_at IS DISTINCT FROM new.winner_at)) OR ((old.stage = 3) IS DISTINCT FROM (new.stage = 3))) AND ((old.winner_id IS NOT NULL) OR (new.winner_id IS NOT NULL)))) EXECUTE FUNCTION change_winner_records();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER participations_counted AFTER INSERT ON participations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_participants();
--> statement-breakpoint
CREATE TRIGGER participations_discounted AFTER UPDATE ON participations REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_lost_participants();
--> statement-breakpoint
CREATE TRIGGER participations_paid_in_ledger AFTER INSERT ON participations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION write_ledger();
--> statement-breakpoint
CREATE TRIGGER participations_refunded_in_ledger AFTER UPDATE ON participations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION write_ledger();
--> statement-breakpoint
CREATE TRIGGER users_standing AFTER UPDATE OF status, removed_at ON users FOR EACH ROW WHEN ((((old.status = 'verified'::text) AND (old.removed_at IS NULL)) IS DISTINCT FROM ((new.status = 'verified'::text) AND (new.removed_at IS NULL)))) EXECUTE FUNCTION set_stages_of_creator();
