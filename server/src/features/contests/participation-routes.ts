import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/taking-part";
import type { Deps } from "../../platform/deps";
import { implement } from "../../platform/implement";
import { joinContest } from "./join-contest";
import { leaveContest } from "./leave-contest";
import { listParticipatedContests } from "./list-participated-contests";

export function participationRoutes(app: FastifyInstance, { db, clock, config }: Pick<Deps, "db" | "clock" | "config">): void {
  implement(app, contract.joinContest, ({ body, caller }) => joinContest(db, clock, config.joinAmount, body, caller));
  implement(app, contract.leaveContest, ({ body, caller }) => leaveContest(db, clock, body, caller));
  implement(app, contract.listParticipatedContests, ({ params, query, caller }) =>
    listParticipatedContests(db, clock, params.email, query, caller),
  );
}
