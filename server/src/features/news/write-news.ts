import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps";
import { found, refuse } from "../../platform/errors";
import { notifyAll } from "../../platform/notify";
import { holdCaller } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { assertMay } from "../contests/acts/verdict";
import { contestsOf } from "../contests/contests-repository";
import { mayWriteNews } from "../contests/talk/talk-acts";
import { quoted } from "../contests/talk/talk-notices";
import { newsOf, type NewsRow } from "./news-repository";

/** Writes to everybody who has a place in the caller's contest. */
export const writeNews =
  ({ db, clock }: Deps) =>
  (contestId: string, text: string, caller: Caller): Promise<NewsRow> =>
    db.transaction(async (tx) => {
      // Held: what is written at the same time is counted one after the other, and whoever joins or leaves now does so before or after.
      const contest = found(await contestsOf(tx).lockOwn(contestId, caller.id), "No such contest of yours.");
      await holdCaller(tx, caller);
      const writtenAt = clock.now();
      assertMay(mayWriteNews(contest, await newsOf(tx).dayOfNewsSince(contestId), writtenAt));
      const id = randomUUID();
      const people = sql`
        select p.user_id from participations p join users u on u.id = p.user_id
        where p.contest_id = ${contestId} and p.state = 'paid' and u.removed_at is null`;
      const sentTo = await notifyAll(tx, clock, people, {
        kind: "news",
        text: `News of “${contest.name}”: ${quoted(text)}`,
        href: `/contest-details/${contestId}#news`,
        onceKey: `news:${id}`,
      });
      if (sentTo === 0) refuse("nobody_joined", "Nobody who joined is a member any more, so there is nobody to write to.");
      return newsOf(tx).insert({ id, contestId, text, writtenAt, sentTo });
    });
