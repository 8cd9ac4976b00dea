import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/entries";
import * as winners from "@conquest/shared/contracts/winners";
import type { Deps } from "../../platform/deps";
import { implement } from "../../platform/implement";
import { listWinners, listWonBy } from "./contests-repository";
import { declareWinner } from "./declare-winner";
import { toEntry } from "./entry-answers";
import { maskedEmail } from "./masked-email";
import { listContestEntries, readMyEntry, readStats } from "./read-entries";
import { submitEntry } from "./submit-entry";

const WINNERS = 12;
const WINS = 200;

export function entriesRoutes(app: FastifyInstance, { db, clock }: Pick<Deps, "db" | "clock">): void {
  implement(app, contract.submitEntry, async ({ params, body, caller }) =>
    toEntry(await submitEntry(db, clock, params.contestId, body, caller)),
  );
  implement(app, contract.getMyEntry, ({ params, caller }) => readMyEntry(db, params.contestId, caller));
  implement(app, contract.listContestEntries, ({ params, query, caller }) =>
    listContestEntries(db, clock, params.contestId, query, caller),
  );
  implement(app, winners.declareWinner, ({ params, body, caller }) => declareWinner(db, clock, params.contestId, body, caller));
  implement(app, winners.listWinners, async () => {
    const people = await listWinners(db, WINNERS);
    return people.map(({ id, email, lastContest, ...person }) => ({
      ...person,
      _id: id,
      email: maskedEmail(email ?? ""),
      lastContest: { _id: lastContest.id, name: lastContest.name },
    }));
  });
  implement(app, winners.listWonContests, async ({ caller }) => {
    const wins = await listWonBy(db, caller.id, WINS);
    return wins.map(({ wonAt, note, ...win }) => ({ ...win, dateWon: (wonAt ?? clock.now()).toISOString(), note: note ?? "" }));
  });
  implement(app, winners.getMyStats, ({ params, caller }) => readStats(db, params.email, caller));
}
