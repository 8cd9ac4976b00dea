import type { Config } from "../config/config";
import type { Clock } from "./clock";
import type { Database } from "../database/database";
import type { Identity } from "./identity";

/** All that the server needs from outside; every feature's routes take what they use of it. */
export interface Deps {
  db: Database;
  identity: Identity;
  clock: Clock;
  config: Config;
}
