ALTER TABLE "contests" ADD COLUMN "entry_fields" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "answers" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "answers_of" text;--> statement-breakpoint
ALTER TABLE "late_entries" ADD COLUMN "answers" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_entry_fields" CHECK (jsonb_array_length("contests"."entry_fields") <= 10);--> statement-breakpoint
-- Older servers do not know the entry form. They fail here instead of saving an entry without its answers.
CREATE FUNCTION refuse_entry_without_form() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if exists (select from "contests" where "id" = new."contest_id" and "entry_fields" <> '[]') then
		raise exception 'The entry % was saved without the answers to its contest''s entry form', new."id" using errcode = 'check_violation';
	end if;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER entries_with_form AFTER INSERT OR UPDATE OF sha256 ON entries FOR EACH ROW WHEN (new.answers_of IS DISTINCT FROM new.sha256) EXECUTE FUNCTION refuse_entry_without_form();
