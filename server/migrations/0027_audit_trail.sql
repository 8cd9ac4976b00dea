CREATE TABLE "audit_entries" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"act" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_role" text NOT NULL,
	"user_id" text,
	"contest_id" text,
	"from_value" text DEFAULT '' NOT NULL,
	"to_value" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_entries_actor_role" CHECK ("audit_entries"."actor_role" in ('admin', 'creator', 'user', 'system')),
	CONSTRAINT "audit_entries_actor" CHECK (("audit_entries"."actor_role" = 'system') = ("audit_entries"."actor_id" = 'system')),
	CONSTRAINT "audit_entries_about" CHECK ("audit_entries"."user_id" is not null or "audit_entries"."contest_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "to_address" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "refused_because" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit_entries" USING btree ((-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "audit_by_act" ON "audit_entries" USING btree ("act",(-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "audit_entries" USING btree ("actor_id",(-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "audit_by_actor_and_act" ON "audit_entries" USING btree ("actor_id","act",(-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "audit_by_user" ON "audit_entries" USING btree ("user_id",(-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "audit_by_contest" ON "audit_entries" USING btree ("contest_id",(-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "users_by_joining" ON "users" USING btree (((extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint),"id") WHERE "users"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_role_and_joining" ON "users" USING btree ("role",((extract(epoch from "created_at" at time zone 'UTC') * 1000)::bigint),"id") WHERE "users"."removed_at" is null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_refused_because" CHECK ("users"."refused_because" = '' or "users"."status" = 'blocked' or "users"."removed_at" is not null);--> statement-breakpoint
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	raise exception 'Entries of the audit trail are only added: % refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;--> statement-breakpoint
CREATE TRIGGER "audit_entries_only_added" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
