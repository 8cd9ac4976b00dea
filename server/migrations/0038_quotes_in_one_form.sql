-- As before, and apostrophes, quotation marks and dashes, of which each keyboard types its own, are what a plain one types.
CREATE OR REPLACE FUNCTION "search_fold"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	select case when octet_length($1) = length($1) then regexp_replace(lower($1), '[\t\v\f\r][ \t\v\f\r]*| [ \t\v\f\r]+', ' ', 'g') else coalesce(nullif(btrim(
		replace(replace(replace(translate(lower(normalize(regexp_replace(regexp_replace(normalize(translate($1, '´″‶', '''""'), NFKD),
			'[\u0300-\u0305\u0307-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u200b-\u200f\ufeff]|(?<![иИ])\u0306',
			'', 'g'), '[\t\v\f\r][ \t\v\f\r]*| [ \t\v\f\r]+', ' ', 'g'))), '০১২৩৪৫৬৭৮৯łøđðħŧı‘’‚‛ʼʻʹ′“”„‟«»‐‒–—―−', '0123456789loddhti''''''''''''''''""""""------'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')),
		-- What is nothing but marks, alone or on a space, is what it is: nothing, and a space, would be in every text.
		''), lower(normalize($1))) end
$$;--> statement-breakpoint
-- Of words those that no text holds any more, before the words of texts that are folded otherwise now.
DELETE FROM "search_words" WHERE "word" <> search_fold("word");--> statement-breakpoint
WITH "changed" AS (
	UPDATE "contest_search" s SET "name" = f."name", "rest" = f."rest"
		FROM (SELECT "id", search_fold("name") "name", search_fold("tag" || chr(10) || "description") "rest" FROM "contests" OFFSET 0) f
		WHERE f."id" = s."contest_id" AND (s."name", s."rest") IS DISTINCT FROM (f."name", f."rest")
		RETURNING f."name" || ' ' || f."rest" "text"
)
INSERT INTO "search_words" SELECT DISTINCT "word" FROM "changed", LATERAL (SELECT search_words_of("text") "word" UNION ALL SELECT search_pieces_of("text")) "words" ORDER BY "word" ON CONFLICT DO NOTHING;--> statement-breakpoint
REINDEX INDEX "users_by_name_text";--> statement-breakpoint
REINDEX INDEX "users_by_name_grams";
