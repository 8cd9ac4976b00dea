import type { Config } from "../config/config";
import type { Clock } from "./clock";
import type { Database } from "../database/database";
import type { Identity } from "./identity/identity";

export interface Deps {
  db: Database;
  identity: Identity;
  clock: Clock;
  config: Config;
}
