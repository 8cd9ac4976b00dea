ALTER TABLE "letters" ADD COLUMN "to_language" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "wording" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text;--> statement-breakpoint
-- An older server changes only the text, for example to remove the name of a deleted user.
CREATE FUNCTION forget_wording() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	new."wording" = null;
	return new;
end $$;
--> statement-breakpoint
CREATE TRIGGER notices_reworded BEFORE UPDATE OF subject, text ON notices FOR EACH ROW WHEN (((old.subject IS DISTINCT FROM new.subject) OR (old.text IS DISTINCT FROM new.text)) AND (old.wording IS NOT DISTINCT FROM new.wording)) EXECUTE FUNCTION forget_wording();
