import { existsSync } from "node:fs";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { ConfigError } from "../../config/settings";
import type { DatabaseLocation } from "../../database/open-database";
import { withClient } from "../../database/postgres/open-pool";
import { assertSameDatabase } from "../../database/postgres/assert-pooler";
import { explainUnusable, type AddressSetting } from "../../database/postgres/unusable-database";
import { describeError, reasonOf } from "../failures/describe-error";
import { isTransientError, retryUntilAvailable } from "../failures/transient-errors";

/** EX_CONFIG of sysexits.h: a restart would fail in the same way. */
const EX_CONFIG = 78;

interface Arguments {
  argument: string | undefined;
  flags: ReadonlySet<string>;
}

interface Command {
  usage: string;
  argument?: string;
  flags?: readonly string[];
}

class CommandError extends Error {
  override name = "CommandRefusal";
}

/** Reports failures as a sentence, without a stack or user input. The exit code is 1, or 78 for invalid settings. */
export async function runCommand(
  command: Command,
  work: (parsed: Arguments) => Promise<boolean>,
  args = process.argv.slice(2),
): Promise<void> {
  try {
    const parsed = readArguments(command, args);
    if (parsed.flags.has("help")) return console.log(command.usage);
    if (command.argument && !parsed.argument) throw new CommandError(`${command.argument}\n\n${command.usage}`);
    if (!(await work(parsed))) process.exitCode = 1;
  } catch (error) {
    const unusable = error instanceof ConfigError ? error.message : explainUnusable(error, addressSetting());
    console.error(unusable !== null ? `These settings can't be used:\n${unusable}` : sentenceOf(error));
    process.exitCode = unusable !== null ? EX_CONFIG : 1;
  }
}

function readArguments({ usage, argument, flags = [] }: Command, args: string[]): Arguments {
  const options: ParseArgsConfig["options"] = Object.fromEntries(
    [...flags, "help"].map((flag) => [flag, { type: "boolean" }]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: argument !== undefined });
    if (positionals.length > 1) throw new Error(`Expected 1 argument, got ${positionals.length}.`);
    return { argument: positionals[0], flags: new Set(Object.keys(values)) };
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${usage}`);
  }
}

function sentenceOf(error: unknown): string {
  const { message, code, cause } = describeError(error) as { message?: string; code?: unknown; cause?: unknown };
  if (cause !== undefined) return sentenceOf((error as Error).cause);
  // The error of several failed connection attempts has no message.
  if (message) return message;
  return `It failed${code === undefined ? "" : ` (${String(code)})`}.`;
}

/** Throws if the embedded database does not exist, because opening would create it. */
export function assertDatabaseExists({ url, dataDir }: DatabaseLocation): void {
  if (!url && (dataDir === undefined || !existsSync(dataDir)))
    throw new CommandError(`There is no database in ${dataDir ?? "memory"}.`);
}

const addressSetting = (): AddressSetting =>
  process.env["DATABASE_DIRECT_URL"] ? "DATABASE_DIRECT_URL" : "DATABASE_URL";

/** Throws if the database stays unavailable, or is another one than that of the pooler. */
export async function waitForDatabase(
  { url, poolerUrl }: DatabaseLocation & { poolerUrl?: string | undefined },
  limit?: number,
): Promise<void> {
  if (!url) return;
  const config = { connectionString: url, connectionTimeoutMillis: 5_000, application_name: "conquest" };
  const reach = () => withClient(config, async () => undefined);
  const onDelay = (error: unknown) =>
    console.error(`Can't reach the database at ${addressSetting()}: ${reasonOfFailure(error)}. Retrying for 1 minute.`);
  await retryUntilAvailable(reach, onDelay, limit).catch((error: unknown) => {
    throw new CommandError(
      `Couldn't reach the database: ${reasonOfFailure(error)}. Is it running, and is ${addressSetting()} correct?`,
    );
  });
  if (poolerUrl && poolerUrl !== url)
    // The work does not need the pooler.
    await assertSameDatabase({ url: poolerUrl, directUrl: url }).catch((error: unknown) => {
      if (!isTransientError(error)) throw error;
      console.error(
        `Can't check that DATABASE_URL and DATABASE_DIRECT_URL lead to the same database: ${reasonOfFailure(error)}.`,
      );
    });
}

const reasonOfFailure = (error: unknown) => reasonOf(error) || String((error as { code?: unknown }).code);

export const reportNewerMigrations = (count: number) =>
  console.error(
    `The database has ${count === 1 ? "a migration" : `${count} migrations`} of a newer version that this version does not know.`,
  );
