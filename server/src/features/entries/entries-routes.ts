import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/entries";
import type { Deps } from "../../platform/deps";
import { notFound } from "../../platform/errors";
import { implement } from "../../platform/implement";
import { nameOf } from "../../platform/people";
import { contestsOf } from "../contests/contests-repository";
import { entriesOf, type EntryRow } from "./entries-repository";
import { submitEntry } from "./submit-entry";

const toEntry = ({ id, text, link, submittedAt, sha256 }: Pick<EntryRow, "id" | "text" | "link" | "submittedAt" | "sha256">): contract.Entry => ({
  _id: id,
  text,
  link,
  submittedAt: submittedAt.toISOString(),
  sha256,
});

export function entriesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const submit = submitEntry(deps);

  implement(app, contract.submitEntry, async ({ params, body, caller }) => toEntry(await submit(params.contestId, body, caller)));
  implement(app, contract.getMyEntry, async ({ params: { contestId }, caller }) => {
    if (!(await contestsOf(db).isVisibleTo(contestId, caller))) notFound("No such contest.");
    const entry = await entriesOf(db).find(contestId, caller.id);
    return { entry: entry ? toEntry(entry) : null };
  });
  implement(app, contract.listContestEntries, async ({ params: { contestId }, query, caller }) => {
    if (!(await contestsOf(db).isManagedBy(contestId, caller))) notFound("No such contest of yours.");
    const page = await entriesOf(db).list(contestId, query, clock.now());
    return page.map((row) => ({ ...toEntry(row), name: nameOf(row), photo: row.photo, isWinner: row.isWinner }));
  });
}
