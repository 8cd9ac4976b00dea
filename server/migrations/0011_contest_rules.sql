CREATE TABLE "contest_rules" (
	"contest_id" text NOT NULL,
	"version" integer NOT NULL,
	"rules" jsonb NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_rules_contest_id_version_pk" PRIMARY KEY("contest_id","version")
);
--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "rules" jsonb;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "rules_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "participations" ADD COLUMN "rules_version" integer;--> statement-breakpoint
ALTER TABLE "contest_rules" ADD CONSTRAINT "contest_rules_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_rules" FOREIGN KEY ("contest_id","rules_version") REFERENCES "public"."contest_rules"("contest_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION number_contest_rules() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if tg_op = 'INSERT' then
		new."rules_version" := (new."rules" is not null)::int;
	elsif new."rules" is distinct from old."rules" then
		new."rules_version" := old."rules_version" + 1;
	else
		new."rules_version" := old."rules_version";
	end if;
	return new;
end $$;
--> statement-breakpoint
CREATE TRIGGER contests_rules_numbered BEFORE INSERT OR UPDATE OF rules, rules_version ON contests FOR EACH ROW EXECUTE FUNCTION number_contest_rules();
--> statement-breakpoint
CREATE FUNCTION keep_contest_rules() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	insert into "contest_rules" ("contest_id", "version", "rules", "since")
		values (new."id", new."rules_version", new."rules", new."updated_at") on conflict do nothing;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER contests_rules_kept AFTER INSERT OR UPDATE OF rules ON contests FOR EACH ROW WHEN (new.rules IS NOT NULL) EXECUTE FUNCTION keep_contest_rules();
--> statement-breakpoint
CREATE FUNCTION refuse_rules_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	-- A deleted contest takes its rules along.
	if tg_op = 'DELETE' and not exists (select from "contests" where "id" = old."contest_id") then
		return old;
	end if;
	raise exception 'Versions of rules are only added: % refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
CREATE TRIGGER contest_rules_only_added BEFORE DELETE OR UPDATE ON contest_rules FOR EACH ROW EXECUTE FUNCTION refuse_rules_change();
--> statement-breakpoint
-- Older servers do not ask for the rules. They fail here instead of letting someone join without them.
CREATE FUNCTION refuse_unaccepted_rules() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if exists (
		select from added a join "contests" c on c."id" = a."contest_id"
		where a."state" = 'paid' and a."rules_version" is distinct from case when c."rules" is not null then c."rules_version" end
	) then
		raise exception 'The rules of the contest were not accepted' using errcode = 'check_violation';
	end if;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER participations_rules_accepted AFTER INSERT ON participations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unaccepted_rules();
