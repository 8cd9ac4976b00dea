import pg from "pg";
import { withClient } from "./open-pool";
import { DatabaseUnusable, type AddressSetting } from "./unusable-database";

/** JIT compilation takes longer than running list queries. In other date styles, days would be parsed as months. */
const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  statement_timeout: "15s",
  idle_in_transaction_session_timeout: "30s",
  jit: "off",
  datestyle: "ISO",
};

/** For connections whose work takes longer than a request may: a role can have these timeouts as settings. */
export const NO_TIMEOUTS = "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0";

/** In milliseconds, as the driver sends them when it connects. */
export const STARTUP_TIMEOUTS = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 };

/** Applies to every connection that does not go through a pooler. */
export const SET_AT_CONNECT = "set jit = off; set datestyle = iso";

const isSet = (name: string, value: string) =>
  name === "datestyle" ? value.startsWith("ISO") : value === SESSION_SETTINGS[name];

const STATEMENTS = `
  select s.name, current_setting(s.name) as value,
    format('alter role %I in database %I set %s = %L;', current_user, current_database(), s.name, s.wanted) as statement
  from json_each_text($1) as s (name, wanted)`;

interface SettingRow {
  name: string;
  value: string;
  statement: string;
}

const readSettings = async (client: Pick<pg.Client, "query">) =>
  (await client.query<SettingRow>(STATEMENTS, [JSON.stringify(SESSION_SETTINGS)])).rows;

const ROLE_SETTINGS = `
  select unnest(setconfig) as setting from pg_db_role_setting
  where setdatabase = (select oid from pg_database where datname = current_database())
    and setrole = (select oid from pg_roles where rolname = current_user)`;

/** Returns the names of the settings that the role has stored with the right values. */
async function readStored(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ setting: string }>(ROLE_SETTINGS);
  const stored = new Set(rows.map(({ setting }) => setting.toLowerCase()));
  return new Set(
    Object.entries(SESSION_SETTINGS).flatMap(([name, value]) =>
      stored.has(`${name}=${value}`.toLowerCase()) ? [name] : [],
    ),
  );
}

const userOf = (connectionString: string) => new pg.Client({ connectionString }).user;

/** Several servers may start together, and PostgreSQL rejects concurrent changes of a role. */
const ROLE_LOCK = 7_226_003;

/**
 * Stores the settings with the role, which every role may do for itself, unless the direct connection has another one.
 * They apply to sessions that begin later.
 */
export async function storeRoleSettings({ url, directUrl }: { url: string; directUrl: string }): Promise<void> {
  if (userOf(url) !== userOf(directUrl)) return;
  await withClient({ connectionString: directUrl, application_name: "conquest" }, async (client) => {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [ROLE_LOCK]);
    const stored = await readStored(client);
    for (const { name, statement } of await readSettings(client)) if (!stored.has(name)) await client.query(statement);
    await client.query("commit");
  });
}

/** More than a pooler has. */
const MAX_OUTDATED = 1_000;

/** Throws with the statements to run if the role lacks a setting. Ends connections that the pooler opened before. */
export async function assertRoleSettings(pool: pg.Pool): Promise<void> {
  for (let ended = 0; ended < MAX_OUTDATED; ended += 1) {
    const { wrong, isOutdated } = await checkConnection(pool);
    if (wrong.length === 0) return;
    if (!isOutdated) throw new DatabaseUnusable(sentenceOf(wrong));
  }
}

async function checkConnection(pool: pg.Pool): Promise<{ wrong: SettingRow[]; isOutdated: boolean }> {
  const client = await pool.connect();
  let isOutdated = false;
  try {
    // The pooler would run each statement on another connection.
    await client.query("begin");
    const wrong = (await readSettings(client)).filter(({ name, value }) => !isSet(name, value));
    const stored = wrong.length > 0 ? await readStored(client) : null;
    isOutdated = stored !== null && wrong.every(({ name }) => stored.has(name));
    // Ends with an error, because the connection is gone.
    if (isOutdated) await client.query("select pg_terminate_backend(pg_backend_pid())").catch(() => undefined);
    else await client.query("rollback");
    return { wrong, isOutdated };
  } finally {
    client.release(isOutdated);
  }
}

const sentenceOf = (wrong: readonly SettingRow[]) =>
  `Connections through the pooler of DATABASE_URL lack settings: ${wrong
    .map(({ name, value }) => `${name} is ${value} instead of ${SESSION_SETTINGS[name]}`)
    .join(", ")}. Run in the database, then start again:
${wrong.map(({ statement }) => statement).join("\n")}`;

/** Throws if a pooler refuses or drops the timeouts, which the driver sends as startup parameters. */
export async function assertStartupTimeouts(client: Pick<pg.Client, "query">): Promise<void> {
  const { rows } = await client
    .query<{ value: string }>("select current_setting('statement_timeout') as value")
    .catch(throwIfPooler);
  if (rows[0]!.value !== SESSION_SETTINGS["statement_timeout"]) throw new DatabaseUnusable(notADatabase);
}

/** A pooler that assigns connections by transaction refuses startup parameters like timeouts. */
export function throwIfPooler(error: Error): never {
  if (error.message.startsWith("unsupported startup parameter")) throw new DatabaseUnusable(notADatabase);
  throw error;
}

const notADatabase = (setting: AddressSetting) =>
  setting === "DATABASE_READ_URLS"
    ? "DATABASE_READ_URLS names a connection pooler. It must name the replicas themselves, because a position is that of one server: docs/operate.md, Read replicas."
    : `${setting} names a connection pooler, which does not pass on settings of connections. Set DATABASE_DIRECT_URL to the address of the database itself${setting === "DATABASE_URL" ? " too" : ""}: docs/operate.md, Connection pooler.`;
