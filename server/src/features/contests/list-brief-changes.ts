import { asc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { MAX_BRIEF_CHANGES, type listBriefChanges as contract } from "@conquest/shared/contracts/brief-changes";
import type { RoundKind } from "@conquest/shared/contracts/review";
import { message } from "@conquest/shared/contracts/text/message";
import { wordDifferences } from "@conquest/shared/contracts/text/word-differences";
import { contestRounds } from "../../database/schema/contests";
import type { Database } from "../../database/database";
import type { Deps } from "../../platform/deps";
import { notFound } from "../../platform/errors";
import type { Viewer } from "./domain/contest-visibility";
import { contestsRepository } from "./domain/contests-repository";

interface Brief {
  description: string;
  task: string;
}

interface Version extends Brief {
  at: Date;
  act: RoundKind;
}

export const listBriefChanges = async (
  { db }: Pick<Deps, "db">,
  contestId: string,
  viewer: Viewer,
): Promise<z.input<(typeof contract)["response"]>> => {
  if (!(await contestsRepository(db).isVisibleTo(contestId, viewer)))
    notFound(message("We couldn't find that contest. It may have been deleted."));
  const published = publishedOf(await versionsOf(db, contestId));
  const changed = published
    .map((after, index) => ({ before: published[index - 1], after }))
    .filter(({ before, after }) => before && (before.description !== after.description || before.task !== after.task))
    .reverse();
  return {
    changes: changed
      .slice(0, MAX_BRIEF_CHANGES)
      .map(({ before, after }) => ({
        at: after.at.toISOString(),
        description: differenceOf(before!.description, after.description),
        task: differenceOf(before!.task, after.task),
      })),
    hasMore: changed.length > MAX_BRIEF_CHANGES,
  };
};

const differenceOf = (before: string, after: string) => (before === after ? undefined : wordDifferences(before, after));

const versionsOf = (db: Database, contestId: string): Promise<Version[]> =>
  db
    .select({
      at: contestRounds.at,
      act: contestRounds.act,
      description: sql<string>`coalesce(${contestRounds.terms} ->> 'description', '')`,
      task: sql<string>`coalesce(${contestRounds.terms} ->> 'task', '')`,
    })
    .from(contestRounds)
    .where(eq(contestRounds.contestId, contestId))
    .orderBy(asc(contestRounds.revision));

/** An edit is public at once if the contest was, and otherwise with the next approval. */
function publishedOf(versions: readonly Version[]): Version[] {
  // Recording began with contests that were open, or else were approved later.
  let isPublic = versions[0]?.act === "kept" && !versions.slice(1).some(({ act }) => act === "confirmed");
  return versions.filter(({ act }) => {
    if (act === "confirmed") isPublic = true;
    else if (act === "submitted" || act === "returned") isPublic = false;
    return isPublic;
  });
}
