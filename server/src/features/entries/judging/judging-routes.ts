import type { z } from "zod";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/judging/judging";
import {
  listContestEntries,
  rateCriterion as rateCriterionContract,
  rateEntry as rateEntryContract,
  type contestEntry,
} from "@conquest/shared/contracts/judging/judged-entries";
import { stripDirectionControls } from "@conquest/shared/contracts/text/reading-order";
import { message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../../platform/deps";
import { orNotFound } from "../../../platform/errors";
import { registerEndpoint } from "../../../platform/register-endpoint";
import type { Caller } from "../../../platform/sessions/session";
import type { FileRow } from "../../../platform/files/files-repository";
import { answersOrNone } from "../domain/answers";
import { entryFilesRepository } from "../entries-repository";
import { filesFor, openEntries } from "./judged-entries-repository";
import { countEntryEvents, listEntryEvents } from "./list-entry-events";
import { hasOtherJudges, readJudges, ratingsRepository } from "./ratings-repository";
import { canCorrect, readCorrectedMeans, type CorrectedMean } from "./corrected-means";
import { planRoutes } from "./plan-routes";
import { rateCriterion, rateEntry, shortlistEntry } from "./rate-entry";

export function judgingRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  planRoutes(app, deps);

  async function entriesFor(contestId: string, caller: Caller) {
    const { entries, contest, areNamesHidden, choosesWinner, runsContest } = await openEntries(deps, contestId, caller);
    type Row = NonNullable<Awaited<ReturnType<typeof entries.find>>>;
    const toContestEntry = (
      { id, submittedAt, number, rating, word, answers, ...row }: Row,
      files: readonly FileRow[] = [],
      ownCriteria: (number | null)[] = [],
    ): Omit<z.input<typeof contestEntry>, "judges"> => ({
      ...row,
      // The receipt's checksum, for those running the contest when an author refers to it.
      sha256: runsContest ? row.sha256 : "",
      _id: id,
      answers: answersOrNone(answers),
      submittedAt: submittedAt.toISOString(),
      files: filesFor({ number, areNamesHidden }, files),
      ownRating: word === null ? null : { rating, word },
      ownCriteria,
    });
    const criteriaOf = (entryIds: readonly string[]) =>
      ratingsRepository(db).listCriteria(entryIds, caller.id, contest.criteria.length);
    const judgesOfEntry = (entryId: string) =>
      choosesWinner ? readJudges(db, { contest, entryId, readerId: caller.id }) : null;
    return { entries, contest, areNamesHidden, choosesWinner, runsContest, toContestEntry, criteriaOf, judgesOfEntry };
  }

  registerEndpoint(app, contract.getJudging, async ({ params: { contestId }, caller }) => {
    const { entries, contest, areNamesHidden, choosesWinner, runsContest } = await entriesFor(contestId, caller);
    const seesJudges = choosesWinner && (await hasOtherJudges(db, contestId, caller.id));
    const [events, eventCounts] = runsContest
      ? await Promise.all([listEntryEvents(db, contestId), countEntryEvents(db, contestId)])
      : [[], {}];
    return {
      ...(await entries.count()),
      events,
      eventCounts,
      areNamesHidden,
      seesJudges,
      ...(seesJudges && (await canCorrect(db, contestId)) && { seesCorrected: true }),
      ...(contest.judgesPerEntry !== null && { isAssigned: !runsContest, judgesPerEntry: contest.judgesPerEntry }),
      ...(contest.ratingsDueAt && { ratingsDueAt: contest.ratingsDueAt.toISOString() }),
    };
  });
  registerEndpoint(app, contract.listJudgedEntries, async ({ params: { contestId }, query, caller }) => {
    const { entries, choosesWinner } = await entriesFor(contestId, caller);
    const page = await entries.list(query, clock.now());
    const means = choosesWinner
      ? await readCorrectedMeans(
          db,
          contestId,
          page.items.map(({ id }) => id),
        )
      : new Map<string, CorrectedMean>();
    return page.map(({ id, submittedAt, word, excerpt, ...row }) => ({
      ...row,
      ...(means.has(id) && { corrected: means.get(id)!.corrected }),
      excerpt: stripDirectionControls(excerpt),
      _id: id,
      submittedAt: submittedAt.toISOString(),
      hasWord: word !== null && word !== "",
    }));
  });
  registerEndpoint(app, contract.getJudgedEntry, async ({ params: { contestId, entryId }, caller }) => {
    const { entries, toContestEntry, criteriaOf, judgesOfEntry } = await entriesFor(contestId, caller);
    const entry = orNotFound(await entries.find(entryId), message("We couldn't find that entry in this contest."));
    const whole = toContestEntry(
      entry,
      (await entryFilesRepository(db).byEntry([entryId])).get(entryId),
      (await criteriaOf([entryId])).get(entryId),
    );
    return { ...whole, judges: await judgesOfEntry(entryId) };
  });
  registerEndpoint(app, listContestEntries, async ({ params: { contestId }, query, caller }) => {
    const { entries, toContestEntry, criteriaOf } = await entriesFor(contestId, caller);
    const page = await entries.listWhole(query, clock.now());
    const ids = page.items.map(({ id }) => id);
    const [files, criteria] = [await entryFilesRepository(db).byEntry(ids), await criteriaOf(ids)];
    return page.map((row) => ({ ...toContestEntry(row, files.get(row.id), criteria.get(row.id)), judges: null }));
  });
  registerEndpoint(app, rateEntryContract, ({ params, body, caller }) =>
    rateEntry(deps, params.contestId, body, caller),
  );
  registerEndpoint(app, rateCriterionContract, ({ params, body, caller }) =>
    rateCriterion(deps, params.contestId, body, caller),
  );
  registerEndpoint(app, contract.shortlistEntry, ({ params, body, caller }) =>
    shortlistEntry(deps, params.contestId, body, caller),
  );
}
