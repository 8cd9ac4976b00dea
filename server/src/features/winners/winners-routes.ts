import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/winners";
import { readEntryFile, type ENTRY_PICTURE_WIDTHS } from "@conquest/shared/contracts/media/entry-files";
import { fillPath } from "@conquest/shared/contracts/parts/match-route";
import { message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { findPersonId } from "../../platform/people";
import { awardsRepository, toAward } from "../awards/domain/awards-repository";
import { declareWinner } from "./declare-winner";
import { maskedEmail } from "../../platform/text/format";
import { readCertificate } from "./certificate";
import { winnerPicturesRoutes } from "./winner-picture";
import { winnersRepository } from "./winners-repository";

const MAX_WINNERS = 12;
const MAX_WINS = 200;

const PICTURE_WIDTH: (typeof ENTRY_PICTURE_WIDTHS)[number] = 720;

const pictureUrl = (fileId: string | null) =>
  fileId && `/api${fillPath(readEntryFile.path, { id: fileId })}?w=${PICTURE_WIDTH}`;

export function winnersRoutes(app: FastifyInstance, deps: Deps): void {
  const winners = winnersRepository(deps.db);

  winnerPicturesRoutes(app, deps);
  registerEndpoint(app, contract.declareWinner, ({ params, body, caller }) =>
    declareWinner(deps, params.contestId, body, caller),
  );
  registerEndpoint(app, contract.listWinners, async () => {
    const people = await winners.listPeople(MAX_WINNERS);
    return people.map(({ id, email, lastContest, placements, ...person }) => ({
      ...person,
      _id: id,
      email: maskedEmail(email ?? ""),
      lastContest: {
        _id: lastContest.id,
        name: lastContest.name,
        work: lastContest.work && { text: lastContest.work.text, picture: pictureUrl(lastContest.work.pictureId) },
      },
      placements: placements.map(({ winnerId: _, ...placement }) => placement),
    }));
  });
  registerEndpoint(app, contract.listWonContests, async ({ caller }) => {
    const wins = await winners.listWonBy(caller.id, MAX_WINS);
    const found = await awardsRepository(deps.db).list(
      wins.map(({ id }) => id),
      caller,
    );
    const own = new Map(
      found.flatMap((each) =>
        each.award.winnerId === caller.id ? [[each.award.contestId, toAward(each, caller)] as const] : [],
      ),
    );
    return wins.map(({ wonAt, note, ...win }) => ({
      ...win,
      dateWon: wonAt!.toISOString(),
      note: note ?? "",
      award: own.get(win.id) ?? null,
    }));
  });
  registerEndpoint(app, contract.readCertificate, ({ params, query, caller }) =>
    readCertificate(deps, params.contestId, caller, query.language),
  );
  registerEndpoint(app, contract.getMyStats, async ({ params, caller }) =>
    winners.countsOf(
      orNotFound(await findPersonId(deps.db, params.email, caller), message("We couldn't find that person.")),
    ),
  );
}
