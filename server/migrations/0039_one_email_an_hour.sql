CREATE TABLE "unproven_addresses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"emailed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "number" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "letters_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "email_id" text;--> statement-breakpoint
CREATE INDEX "unproven_addresses_by_age" ON "unproven_addresses" USING btree ("emailed_at");