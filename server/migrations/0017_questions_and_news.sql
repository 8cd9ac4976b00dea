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
ALTER TABLE "contest_news" ADD CONSTRAINT "contest_news_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_questions" ADD CONSTRAINT "contest_questions_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_questions" ADD CONSTRAINT "contest_questions_asker_id_users_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "news_by_contest" ON "contest_news" USING btree ("contest_id",(-(extract(epoch from "written_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "questions_by_contest" ON "contest_questions" USING btree ("contest_id",(-(extract(epoch from "asked_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "questions_by_turn" ON "contest_questions" USING btree ("contest_id",(case when "answered_at" is null then 0 else 1 end),(-(extract(epoch from "asked_at" at time zone 'UTC') * 1000)::bigint),"id");--> statement-breakpoint
CREATE INDEX "questions_by_asker" ON "contest_questions" USING btree ("asker_id","contest_id");