CREATE TABLE "contest_promises" (
	"contest_id" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contest_promises" ADD CONSTRAINT "contest_promises_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "contest_promises" SELECT "id", "deadline" FROM "contests" WHERE "review" = 'approved' AND "cancelled_at" IS NULL AND "winner_at" IS NULL;--> statement-breakpoint
CREATE INDEX "contest_promises_by_time" ON "contest_promises" USING btree ("next_at","contest_id");--> statement-breakpoint
CREATE FUNCTION "promise_of_contest"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	if new."review" = 'approved' and new."cancelled_at" is null and new."winner_at" is null then
		insert into "contest_promises" values (new."id", new."deadline") on conflict ("contest_id") do update set "next_at" = excluded."next_at";
	else
		delete from "contest_promises" where "contest_id" = new."id";
	end if;
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "contests_promises_added" AFTER INSERT ON "contests" FOR EACH ROW EXECUTE FUNCTION "promise_of_contest"();--> statement-breakpoint
CREATE TRIGGER "contests_promises_changed" AFTER UPDATE ON "contests" FOR EACH ROW
	WHEN ((old."review", old."cancelled_at" is null, old."winner_at" is null, old."deadline") is distinct from (new."review", new."cancelled_at" is null, new."winner_at" is null, new."deadline"))
	EXECUTE FUNCTION "promise_of_contest"();
