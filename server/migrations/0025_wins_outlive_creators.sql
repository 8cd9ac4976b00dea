-- What somebody won stays public when its creator is gone, and is hidden only while they are blocked. See contest-visibility.ts.
CREATE OR REPLACE FUNCTION "contest_stage"("cancelled_at" timestamptz, "review" text, "winner_at" timestamptz, "deadline" timestamptz, "creator_id" text) RETURNS smallint LANGUAGE sql STABLE AS $$
	select (case
		when $1 is not null then 7
		when $2 = 'in_review' then 4
		when $2 = 'changes_requested' then 5
		when $2 = 'rejected' then 6
		else
			case when $3 is not null then 3 when $4 > now() then 0 when $4 > now() - interval '336 hours' then 1 else 2 end
			+ case when exists (select 1 from "users" where "id" = $5 and "status" = 'verified' and ("removed_at" is null or $3 is not null)) then 0 else 10 end
		end)::smallint
$$;--> statement-breakpoint
UPDATE "contests" SET "stage" = contest_stage("cancelled_at", "review", "winner_at", "deadline", "creator_id") WHERE "stage" = 13;
