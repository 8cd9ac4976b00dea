import type { StoredFile } from "@conquest/shared/contracts/media/files";
import type { Deps } from "../../../platform/deps";
import { notFound } from "../../../platform/errors";
import type { FileRow } from "../../../platform/files/files-repository";
import type { Caller } from "../../../platform/sessions/session";
import { canReadEntries, canShortlistEntries } from "../../judges/domain/judging-policy";
import { assertAllowed } from "../../../platform/policy";
import { contestsRepository } from "../../contests/domain/contests-repository";
import { withArrivals } from "../domain/arriving-entries";
import { hidesAuthors, requireJudge, throwNotAJudge } from "../../judges/domain/judge-access";
import { toStoredFiles } from "../entry-files-repository";
import { numberedFile, judgedEntriesRepository } from "./judged-entries-repository";

/** `choosesWinner`: sees the shortlist and all judges' ratings. `runsContest`: owns the contest or is an admin. */
export async function openEntries({ db, clock }: Pick<Deps, "db" | "clock">, contestId: string, caller: Caller) {
  const contest =
    (await contestsRepository(db).findJudged(contestId, caller)) ?? (await throwNotAJudge(db, contestId, caller));
  const judge = await requireJudge(db, contest, caller);
  const now = clock.now();
  const contestWithArrivals = await withArrivals(db, contest, now);
  assertAllowed(canReadEntries(contestWithArrivals, judge, now));
  const runsContest = judge.isOwner || judge.isAdmin;
  const areNamesHidden = hidesAuthors(contest);
  const choosesWinner =
    judge.isOwner || (judge.isAdmin && canShortlistEntries({ ...contest, isArriving: false }, judge, now) === null);
  return {
    contest,
    areNamesHidden,
    choosesWinner,
    runsContest,
    entries: judgedEntriesRepository(db, { contestId, judgeId: caller.id, areNamesHidden, choosesWinner }),
  };
}

/** Like {@link openEntries}, but not for co-judges: an export contains everything at once. */
export async function openOwnEntries(deps: Pick<Deps, "db" | "clock">, contestId: string, caller: Caller) {
  const opened = await openEntries(deps, contestId, caller);
  return opened.runsContest ? opened : notFound("No such contest of yours.");
}

export const filesFor = (
  { number, areNamesHidden }: { number: number; areNamesHidden: boolean },
  files: readonly FileRow[] = [],
): StoredFile[] =>
  toStoredFiles(files, areNamesHidden ? (position, whole) => numberedFile(number, position, whole) : undefined);
