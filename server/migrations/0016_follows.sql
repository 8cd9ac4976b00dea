CREATE TABLE "contest_follows" (
	"user_id" text NOT NULL,
	"contest_id" text NOT NULL,
	"followed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_follows_user_id_contest_id_pk" PRIMARY KEY("user_id","contest_id")
);
--> statement-breakpoint
ALTER TABLE "contest_follows" ADD CONSTRAINT "contest_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_follows" ADD CONSTRAINT "contest_follows_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follows_by_user" ON "contest_follows" USING btree ("user_id",(-(extract(epoch from "followed_at" at time zone 'UTC') * 1000)::bigint),"contest_id");--> statement-breakpoint
CREATE INDEX "follows_by_contest" ON "contest_follows" USING btree ("contest_id");