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
);--> statement-breakpoint
-- However many people pay or are refunded in one statement, their entries are one statement too, and wait for nobody. Rows are not
-- joined with what they were before: a plan made for one refund would compare each with each when it is a thousand. Instead, a
-- refund that is written already is not written again.
CREATE FUNCTION "write_ledger"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	if tg_op = 'INSERT' then
		insert into "ledger_entries" ("participation_id", "kind", "contest_id", "user_id", "amount", "at")
			select "id", 'payment', "contest_id", "user_id", "amount", "paid_at" from "changed" where "amount" > 0;
	end if;
	insert into "ledger_entries" ("participation_id", "kind", "contest_id", "user_id", "amount", "at")
		select "id", 'refund', "contest_id", "user_id", -"amount", "refunded_at" from "changed" where "state" = 'refunded' and "amount" > 0
		on conflict do nothing;
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "participations_paid_in_ledger" AFTER INSERT ON "participations" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "write_ledger"();--> statement-breakpoint
CREATE TRIGGER "participations_refunded_in_ledger" AFTER UPDATE ON "participations" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "write_ledger"();--> statement-breakpoint
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	raise exception 'Entries of the ledger are only added: % refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;--> statement-breakpoint
CREATE TRIGGER "ledger_entries_only_added" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
-- What was paid and refunded before. Joining waits since the triggers are there, so nothing comes between. Two servers' clocks may
-- have differed: a payment is written before its refund all the same.
INSERT INTO "ledger_entries" ("participation_id", "kind", "contest_id", "user_id", "amount", "at")
	SELECT "id", "kind", "contest_id", "user_id", "moved", "at" FROM (
		SELECT "id", 'payment' "kind", "contest_id", "user_id", "amount" "moved", "paid_at" "at", "paid_at" "turn" FROM "participations" WHERE "amount" > 0
		UNION ALL
		SELECT "id", 'refund', "contest_id", "user_id", -"amount", "refunded_at", greatest("paid_at", "refunded_at") FROM "participations" WHERE "amount" > 0 AND "state" = 'refunded'
	) "before" ORDER BY "turn", "kind", "id";--> statement-breakpoint
CREATE INDEX "ledger_by_time" ON "ledger_entries" USING btree ((-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "ledger_by_contest" ON "ledger_entries" USING btree ("contest_id",(-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "ledger_by_user" ON "ledger_entries" USING btree ("user_id",(-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number"));--> statement-breakpoint
CREATE INDEX "ledger_refunds" ON "ledger_entries" USING btree ((-(extract(epoch from "at" at time zone 'UTC') * 1000)::bigint),(-"number")) WHERE "ledger_entries"."kind" = 'refund';