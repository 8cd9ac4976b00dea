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
	"amount" text,
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
ALTER TABLE "letter_choices" ADD CONSTRAINT "letter_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letter_choices_wanted" ON "letter_choices" USING btree ("topic","user_id") WHERE "letter_choices"."is_wanted";--> statement-breakpoint
CREATE INDEX "letters_due" ON "letters" USING btree ("due_at") WHERE "letters"."sent_at" is null and "letters"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "letters_by_age" ON "letters" USING btree ("created_at");