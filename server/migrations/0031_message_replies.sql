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
ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_about";--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "message_id" text;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_replies_of_message" ON "contact_replies" USING btree ("message_id","written_at");--> statement-breakpoint
CREATE INDEX "contact_replies_by_author" ON "contact_replies" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "contact_replies_due" ON "contact_replies" USING btree ("due_at") WHERE "contact_replies"."sent_at" is null and "contact_replies"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "contact_replies_by_age" ON "contact_replies" USING btree ("written_at");--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_about" CHECK (num_nonnulls("audit_entries"."user_id", "audit_entries"."contest_id", "audit_entries"."message_id") > 0);--> statement-breakpoint
-- What becomes of the letter changes; what was written does not. A message that goes takes its replies along: by then it is not there any more.
CREATE FUNCTION "refuse_reply_change"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	if tg_op = 'DELETE' and not exists (select 1 from "contact_messages" where "id" = old."message_id") then
		return old;
	end if;
	raise exception 'Replies to messages are only added: % refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;--> statement-breakpoint
CREATE TRIGGER "contact_replies_only_added" BEFORE DELETE OR UPDATE OF "id", "message_id", "author_id", "text", "written_at" ON "contact_replies" FOR EACH ROW EXECUTE FUNCTION "refuse_reply_change"();
