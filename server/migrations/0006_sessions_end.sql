CREATE TABLE "ended_sign_ins" (
	"user_id" text NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ended_sign_ins_user_id_signed_in_at_pk" PRIMARY KEY("user_id","signed_in_at")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "signed_in_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ended_sign_ins" ADD CONSTRAINT "ended_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ended_sign_ins_by_end" ON "ended_sign_ins" USING btree ("ended_at");