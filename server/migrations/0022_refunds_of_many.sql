-- Rows are not joined with what they were before, and of a person only their own places are read: the plan is kept that was made for
-- one refund, and with a thousand it would compare each with each.
CREATE OR REPLACE FUNCTION "count_lost_participants"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
begin
	perform 1 from "creator_records" where "creator_id" in (select c."creator_id" from "changed" n join "contests" c on c."id" = n."contest_id" where n."state" = 'refunded')
		order by "creator_id" for no key update;
	update "creator_records" r set "participant_count" = r."participant_count" - lost."people" from (
		select "creator_id", count(*) "people" from (
			select distinct c."creator_id", n."user_id" from "changed" n join "contests" c on c."id" = n."contest_id"
			where n."state" = 'refunded' and n."id" not in (select "id" from "former" where "state" = 'refunded')
		) pairs
		where not exists (
			select from (select "contest_id" from "participations" where "user_id" = pairs."user_id" and "state" = 'paid' offset 0) p
			join "contests" c on c."id" = p."contest_id" where c."creator_id" = pairs."creator_id"
		)
		group by "creator_id"
	) lost where r."creator_id" = lost."creator_id";
	return null;
end $$;
