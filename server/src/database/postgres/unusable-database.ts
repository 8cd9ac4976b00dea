import type pg from "pg";

/** Node.js and OpenSSL codes: the server's certificate is not trusted. */
const CERTIFICATE_CODES = /^(ERR_TLS_\w+|CERT_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|UNABLE_TO_\w+)$/;

const INSUFFICIENT_PRIVILEGE = "42501";
const DUPLICATE_CODES = new Set<unknown>(["42P07", "42710"]);
const NO_SCHEMA = "3F000";

export type AddressSetting = "DATABASE_URL" | "DATABASE_DIRECT_URL" | "DATABASE_READ_URLS";

/** A failure of a connection to the address of a setting. */
class AddressError extends Error {
  override name = "AddressError";

  constructor(
    readonly setting: AddressSetting,
    cause: unknown,
  ) {
    super(`The database at ${setting} cannot be used.`, { cause });
  }
}

/** Makes the errors of `work` name the setting whose address it uses. */
export const usingAddress = <T>(setting: AddressSetting, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof AddressError ? error : new AddressError(setting, error);
  });

export const addressSettingOf = (error: unknown): AddressSetting =>
  error instanceof AddressError ? error.setting : "DATABASE_URL";

export class DatabaseUnusable extends Error {
  override name = "DatabaseUnusable";

  constructor(readonly sentence: string | ((setting: AddressSetting) => string)) {
    super(typeof sentence === "string" ? sentence : sentence("DATABASE_URL"));
  }
}

/** Explains why a responding database cannot be used with these settings; null for other errors. */
export function explainUnusable(error: unknown, setting: AddressSetting = "DATABASE_URL"): string | null {
  if (typeof error !== "object" || error === null) return null;
  if (error instanceof AddressError) return explainUnusable(error.cause, error.setting);
  if (error instanceof DatabaseUnusable)
    return typeof error.sentence === "string" ? error.sentence : error.sentence(setting);
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  if (message === "The server does not support SSL connections")
    return `${setting} requires an encrypted connection (sslmode), but the database does not support it.`;
  if (CERTIFICATE_CODES.test(String(code)))
    return `${setting} requires an encrypted connection, but the database's certificate is not trusted: ${String(message)}.`;
  if (code === INSUFFICIENT_PRIVILEGE) return `${setting} must name a role that owns the database: ${String(message)}.`;
  if (DUPLICATE_CODES.has(code)) return `${setting} must name a database that only Conquest uses: ${String(message)}.`;
  if (code === NO_SCHEMA) return `${setting} must name a role whose search_path has a schema: ${String(message)}.`;
  return explainUnusable(cause, setting);
}

/** Search folds names by letter, which needs Unicode. */
export async function assertUtf8(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>("select current_setting('server_encoding') as encoding");
  const { encoding } = rows[0]!;
  if (encoding !== "UTF8")
    throw new DatabaseUnusable((setting) => `${setting} must name a database in UTF8, and not in ${encoding}.`);
}

/** On older versions, migrations fail with a syntax error that doesn't name the cause. See docs/deployment.md. */
const MIN_MAJOR = 13;

export async function assertVersion(client: Pick<pg.Client, "query">): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number }>(
    "select current_setting('server_version') as version, current_setting('server_version_num')::int as number",
  );
  const { version, number } = rows[0]!;
  if (number < MIN_MAJOR * 10_000)
    throw new DatabaseUnusable(
      (setting) => `${setting} must name a database of PostgreSQL ${MIN_MAJOR} or newer, but this one runs ${version}.`,
    );
}
