import { sql, type SQL } from "drizzle-orm";
import type { Database } from "./database";

const CHECKS: Record<string, SQL> = {
  "participants of a contest": sql`
    select c.id, c.participant_count as kept, p.count as counted
    from contests c cross join lateral (select count(*) from participations where contest_id = c.id and state = 'paid') p
    where c.participant_count <> p.count`,
  "payments for a contest": sql`
    select c.id, c.paid_total as kept, p.total as counted
    from contests c cross join lateral (select coalesce(sum(amount), 0) as total from participations where contest_id = c.id and state = 'paid') p
    where c.paid_total <> p.total`,
  "held spots of a contest": sql`
    select c.id, c.held_spots as kept, w.count as counted
    from contests c cross join lateral (select count(*) from waiting_list where contest_id = c.id and offered_at is not null and ended_at is null) w
    where c.held_spots <> w.count or c.participant_count + c.held_spots > c.max_participants`,
  "waiting list of a contest": sql`
    select w.contest_id as id, w.number as kept, p.id as counted
    from waiting_list w join participations p on p.contest_id = w.contest_id and p.user_id = w.user_id and p.state = 'paid'
    where w.ended_at is null`,
  "entries of a contest": sql`
    select c.id, c.entry_count as kept, e.count as counted
    from contests c cross join lateral (select count(*) from entries where contest_id = c.id) e
    where c.entry_count <> e.count`,
  // Timed stages are compared as equal, because a passed deadline is written down later.
  "stage of a contest": sql`
    select id, stage as kept, said as counted
    from contests, contest_stage(cancelled_at, review, winner_at, deadline, creator_id, hidden_at, visibility) said
    where (stage / 10, greatest(stage % 10, 2)) <> (said / 10, greatest(said % 10, 2))`,
  "popularity of a contest": sql`
    select coalesce(c.id, p.contest_id) as id, row_to_json(p) as kept, row_to_json(c) as counted
    from (select id, stage, tag, participant_count, deadline from contests) c full join contest_popularity p on p.contest_id = c.id
    where (c.stage, c.tag, c.participant_count, c.deadline) is distinct from (p.stage, p.tag, p.participant_count, p.deadline)`,
  "contests of a stage and tag": sql`
    select coalesce(c.stage, t.stage) || ', ' || coalesce(c.tag, t.tag) as id, t.count as kept, c.count as counted
    from (select stage, tag, count(*)::int as count from contests group by stage, tag) c
    full join (select stage, tag, sum(change)::int as count from contest_tally group by stage, tag) t on (t.stage, t.tag) = (c.stage, c.tag)
    where coalesce(c.count, 0) <> coalesce(t.count, 0)`,
  "search text of a contest": sql`
    select coalesce(c.id, s.contest_id) as id, s.name as kept, c.name as counted
    from (select id, search_fold(name) as name, search_fold(tag || chr(10) || description) as rest from contests) c full join contest_search s on s.contest_id = c.id
    where (c.name, c.rest) is distinct from (s.name, s.rest)`,
  "search words of contests": sql`
    select word as id, null as kept, word as counted
    from (select word from contest_search, search_words_of(name || ' ' || rest) word union select word from contest_search, search_pieces_of(name || ' ' || rest) word) held
    where not exists (select from search_words s where s.word = held.word)`,
  "participants of a creator": sql`
    select coalesce(c.id, r.creator_id) as id, r.participant_count as kept, c.people as counted
    from (
      select c.creator_id as id, count(distinct p.user_id) as people
      from contests c left join participations p on p.contest_id = c.id and p.state = 'paid' group by c.creator_id
    ) c full join creator_records r on r.creator_id = c.id
    where coalesce(c.people, 0) is distinct from r.participant_count`,
  "results of a creator": sql`
    select coalesce(c.id, r.creator_id) as id, row_to_json(r) as kept, row_to_json(c) as counted
    from (
      select creator_id as id, count(*) filter (where review = 'approved' or cancelled_at is not null) as run, count(winner_at) as concluded,
        count(cancelled_by) as cancelled, count(cancelled_at) - count(cancelled_by) as unwon,
        coalesce(sum(greatest(0, round(extract(epoch from winner_at - deadline) * 1000))), 0) as result_ms
      from contests group by creator_id
    ) c full join creator_records r on r.creator_id = c.id
    where (coalesce(c.run, 0), coalesce(c.concluded, 0), coalesce(c.cancelled, 0), coalesce(c.unwon, 0), coalesce(c.result_ms, 0))
      is distinct from (r.run_count, r.concluded_count, r.cancelled_count, r.unwon_count, r.result_ms)`,
  "winner and prize of an award": sql`
    select a.contest_id as id, a.winner_id as kept, c.winner_id as counted
    from awards a join contests c on c.id = a.contest_id
    where a.creator_id <> c.creator_id or (a.place = 1 and (a.winner_id, a.prize, a.awarded_at) is distinct from (c.winner_id, c.prize, c.winner_at))`,
  "further prizes of a contest": sql`
    select p.contest_id as id, row_to_json(p) as kept, c.more_prizes -> (p.place - 2) as counted
    from placements p join contests c on c.id = p.contest_id
    where c.winner_at is null or p.winner_id = c.winner_id
      or (p.prize_name, p.prize::text) is distinct from (c.more_prizes -> (p.place - 2) ->> 'name', c.more_prizes -> (p.place - 2) ->> 'amount')`,
  "handover of a further prize": sql`
    select coalesce(a.contest_id, p.contest_id) as id, row_to_json(a) as kept, row_to_json(p) as counted
    from (select contest_id, place, winner_id, prize from awards where place > 1) a
    full join (select contest_id, place, winner_id, prize from placements where prize > 0) p on (p.contest_id, p.place) = (a.contest_id, a.place)
    where (a.winner_id, a.prize) is distinct from (p.winner_id, p.prize)`,
  "prizes of a creator": sql`
    select r.creator_id as id, row_to_json(r) as kept, row_to_json(p) as counted
    from creator_records r left join prizes_of((select array_agg(creator_id) from creator_records)) p on p.creator_id = r.creator_id
    where (coalesce(p.all, 0), coalesce(p.delivered, 0), p.days) is distinct from (r.prize_count, r.delivered_count, r.prize_days)`,
  "accepted rules of a participant": sql`
    select p.id, p.rules_version as kept, c.rules_version as counted
    from participations p join contests c on c.id = p.contest_id
    where p.state = 'paid' and p.rules_version is distinct from case when c.rules is not null then c.rules_version end`,
  "kept rules of a contest": sql`
    select c.id, r.rules as kept, c.rules as counted
    from contests c left join contest_rules r on (r.contest_id, r.version) = (c.id, c.rules_version)
    where c.rules is distinct from r.rules`,
  "hidden contests of a creator": sql`
    select coalesce(c.id, r.creator_id) as id, r.hidden_count as kept, c.hidden as counted
    from (select creator_id as id, count(*) filter (where (hidden_at is not null or visibility <> 'public') and review = 'approved' and cancelled_at is null) as hidden from contests group by creator_id) c
    full join creator_records r on r.creator_id = c.id
    where coalesce(c.hidden, 0) is distinct from r.hidden_count`,
  "ledger of a participation": sql`
    select coalesce(p.id, l.id) as id, row_to_json(l) as kept, row_to_json(p) as counted
    from (select id, amount::bigint as paid, case state when 'refunded' then amount else 0 end::bigint as refunded from participations where amount > 0) p
    full join (
      select participation_id as id, coalesce(sum(amount) filter (where kind = 'payment'), 0) as paid, coalesce(-sum(amount) filter (where kind = 'refund'), 0) as refunded
      from ledger_entries group by participation_id
    ) l on l.id = p.id
    where (p.paid, p.refunded) is distinct from (l.paid, l.refunded)`,
  "lifecycle steps of contests": sql`
    select coalesce(c.id, p.contest_id) as id, p.contest_id as kept, c.id as counted
    from (select id from contests where review = 'approved' and cancelled_at is null and winner_at is null) c full join contest_promises p on p.contest_id = c.id
    where c.id is null or p.contest_id is null`,
  "rounds of a contest": sql`
    select c.id, c.revision as kept, r.count as counted
    from contests c cross join lateral (select count(*) from contest_rounds where contest_id = c.id and revision > 0) r
    where c.revision <> r.count`,
  "members of a team": sql`
    select t.id, c.max_team_size as kept, m.count as counted
    from teams t join contests c on c.id = t.contest_id cross join lateral (select count(*) from team_members where team_id = t.id) m
    where m.count not between 1 and c.max_team_size or c.max_team_size = 1`,
  "captain of a team": sql`
    select t.id, t.captain_id as kept, null as counted
    from teams t where not exists (select from team_members m where m.team_id = t.id and m.user_id = t.captain_id)`,
  "participation of a team's member": sql`
    select m.contest_id as id, m.user_id as kept, null as counted
    from team_members m join contests c on c.id = m.contest_id
    where m.user_id = c.creator_id or (c.cancelled_at is null and not exists (
      select from participations p where p.contest_id = m.contest_id and p.user_id = m.user_id and p.state = 'paid'))
      or exists (select from contest_judges j where j.contest_id = m.contest_id and j.judge_id = m.user_id and j.state = 'accepted')`,
  "entry beside a team": sql`
    select m.contest_id as id, m.team_id as kept, e.id as counted
    from team_members m join entries e on e.contest_id = m.contest_id and e.user_id = m.user_id
    where e.team_id is distinct from m.team_id`,
  "wins of a person": sql`
    select coalesce(w.id, r.user_id) as id, r.times_won as kept, w.times as counted
    from (
      select user_id as id, count(*) as times, max(winner_at) as last from (
        select winner_id as user_id, id, winner_at from contests where stage = 3 and winner_id is not null
        union select m.user_id, c.id, c.winner_at
        from contests c join entries e on e.id = c.winner_entry_id join team_members m on m.team_id = e.team_id where c.stage = 3
      ) won group by user_id
    ) w
    full join winner_records r on r.user_id = w.id
    where (coalesce(w.times, 0), w.last) is distinct from (coalesce(r.times_won, 0), r.last_won_at)`,
};

const MAX_ROWS = 5;

export interface DerivedDataReport {
  what: string;
  wrong: { id: string; kept: unknown; counted: unknown }[];
}

/** Recomputes the derived data in one snapshot and returns the differences. Reads every row, so it is slow. */
export const verifyDerivedData = (db: Database): Promise<DerivedDataReport[]> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      const reports: DerivedDataReport[] = [];
      for (const [what, query] of Object.entries(CHECKS)) {
        const { rows } = await tx.execute<DerivedDataReport["wrong"][number] & Record<string, unknown>>(
          sql`${query} order by 1 limit ${sql.raw(String(MAX_ROWS))}`,
        );
        reports.push({ what, wrong: rows });
      }
      return reports;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
