import type { Config } from "../config/config";
import type { Clock } from "./clock";
import type { Database } from "../database/database";
import type { Identity } from "./identity";

/** External dependencies of the server; each feature's routes take the ones they use. */
export interface Deps {
  db: Database;
  identity: Identity;
  clock: Clock;
  config: Config;
}
