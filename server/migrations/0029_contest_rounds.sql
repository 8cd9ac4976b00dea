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
ALTER TABLE "contests" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contest_comments" ADD COLUMN "revision" integer;--> statement-breakpoint
ALTER TABLE "contest_rounds" ADD CONSTRAINT "contest_rounds_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_rounds" ADD CONSTRAINT "contest_rounds_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- How what still runs stands today: what it said before is not known. What is over is not reviewed again.
INSERT INTO "contest_rounds" ("contest_id", "revision", "act", "terms", "at")
	SELECT "id", 0, 'kept', jsonb_build_object(
		'name', "name", 'image', "image", 'description', "description", 'task', "task", 'criteria', to_jsonb("criteria"),
		'registrationPrice', "registration_price", 'prize', "prize", 'tags', "tag",
		'deadline', to_char("deadline" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'hidesNames', "hides_names"
	), now()
	FROM "contests" WHERE "cancelled_at" is null and "winner_at" is null;--> statement-breakpoint
CREATE FUNCTION "refuse_round_change"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	-- With its contest a round goes.
	if tg_op = 'DELETE' then
		if not exists (select from contests where id = old.contest_id) then
			return old;
		end if;
	end if;
	raise exception 'Rounds of a contest are only added: % refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;--> statement-breakpoint
CREATE TRIGGER "contest_rounds_only_added" BEFORE UPDATE OR DELETE ON "contest_rounds" FOR EACH ROW EXECUTE FUNCTION "refuse_round_change"();--> statement-breakpoint
CREATE TRIGGER "contest_rounds_not_emptied" BEFORE TRUNCATE ON "contest_rounds" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_round_change"();
