CREATE TABLE "entry_ratings" (
	"entry_id" text NOT NULL,
	"judge_id" text NOT NULL,
	"rating" smallint,
	"word" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "entry_ratings_entry_id_judge_id_pk" PRIMARY KEY("entry_id","judge_id"),
	CONSTRAINT "entry_ratings_rating" CHECK ("entry_ratings"."rating" between 1 and 5),
	CONSTRAINT "entry_ratings_something" CHECK ("entry_ratings"."rating" is not null or "entry_ratings"."word" <> '')
);
--> statement-breakpoint
-- Nobody who handed in before this was asked: what they wrote is shown when they say so. Of new entries the default is yes.
ALTER TABLE "entries" ADD COLUMN "show_if_wins" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ALTER COLUMN "show_if_wins" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "entry_ratings" ADD CONSTRAINT "entry_ratings_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_ratings" ADD CONSTRAINT "entry_ratings_judge_id_users_id_fk" FOREIGN KEY ("judge_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entries_published" ON "entries" USING btree ("contest_id") WHERE "entries"."published_at" is not null;