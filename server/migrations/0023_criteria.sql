CREATE TABLE "criterion_ratings" (
	"entry_id" text NOT NULL,
	"judge_id" text NOT NULL,
	"position" smallint NOT NULL,
	"rating" smallint NOT NULL,
	CONSTRAINT "criterion_ratings_entry_id_judge_id_position_pk" PRIMARY KEY("entry_id","judge_id","position"),
	CONSTRAINT "criterion_ratings_rating" CHECK ("criterion_ratings"."rating" between 1 and 5),
	CONSTRAINT "criterion_ratings_position" CHECK ("criterion_ratings"."position" >= 0)
);
--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "criteria" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "criterion_ratings" ADD CONSTRAINT "criterion_ratings_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criterion_ratings" ADD CONSTRAINT "criterion_ratings_judge_id_users_id_fk" FOREIGN KEY ("judge_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_criteria" CHECK (cardinality("contests"."criteria") <= 5);