import type { StoredFile } from "@conquest/shared/contracts/files";
import type { Deps } from "../../../platform/deps";
import { found } from "../../../platform/errors";
import type { FileRow } from "../../../platform/files/files-repository";
import type { Caller } from "../../../platform/session";
import { assertMay, mayReadEntries, mayShortlistEntries } from "../../contests/contest-acts";
import { contestsOf } from "../../contests/contests-repository";
import { hidesAuthors, judgeOf } from "../../contests/judge";
import { toStoredFiles } from "../stored-files";
import { numberedFile } from "./hidden-authors";
import { judgedEntriesOf } from "./judged-entries-repository";

/** A contest's entries as this caller may read them; refused where they may not. */
export async function openEntries({ db, clock }: Pick<Deps, "db" | "clock">, contestId: string, caller: Caller) {
  const contest = found(await contestsOf(db).findManaged(contestId, caller), "No such contest of yours.");
  const judge = await judgeOf(db, contest, caller);
  assertMay(mayReadEntries(contest, judge));
  const areNamesHidden = hidesAuthors(contest);
  const seesShortlist = judge.isOwner || mayShortlistEntries(contest, judge, clock.now()) === null;
  return { contest, areNamesHidden, seesShortlist, entries: judgedEntriesOf(db, { contestId, judgeId: caller.id, areNamesHidden, seesShortlist }) };
}

/** The files of an entry, by neutral names while its author is hidden. */
export const filesFor = ({ number, areNamesHidden }: { number: number; areNamesHidden: boolean }, files: readonly FileRow[] = []): StoredFile[] =>
  toStoredFiles(files, areNamesHidden ? (position) => numberedFile(number, position) : undefined);
