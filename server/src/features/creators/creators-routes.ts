import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/listing";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { findCreator } from "./find-creator";
import { listBestCreators } from "./list-best-creators";

const NO_CREATOR = "No such creator. There is a page of whoever has a contest that everybody may see.";

export function creatorsRoutes(app: FastifyInstance, deps: Deps): void {
  const { find, listContests } = findCreator(deps);

  registerEndpoint(app, contract.listBestCreators, listBestCreators(deps));
  registerEndpoint(app, contract.getCreator, async ({ params }) => orNotFound(await find(params.id), NO_CREATOR));
  registerEndpoint(app, contract.listCreatorContests, async ({ params, query }) =>
    orNotFound(await listContests(params.id, query), NO_CREATOR),
  );
}
