import { existsSync } from "node:fs";
import { parseArgs, type ParseArgsConfig } from "node:util";
import pg from "pg";
import { ConfigError } from "../../config/settings";
import type { DatabasePlace } from "../../database/open-database";
import { explainUnusable } from "../../database/postgres/unusable-database";
import { describeError, reasonOf } from "../failures/describe-error";
import { retryUntilAvailable } from "../failures/retry-until-available";

/** As sysexits.h has it: starting it again ends in the same way. */
const NOT_CONFIGURED = 78;

interface Given {
  /** What `argument` stands for; undefined of a command that takes none. */
  argument: string | undefined;
  flags: ReadonlySet<string>;
}

interface Command {
  /** As `--help` says it. */
  usage: string;
  /** What is needed after the command, in a sentence that asks for it; where this is left out nothing is taken. */
  argument?: string;
  /** What may be said besides, like `--incomplete`. */
  flags?: readonly string[];
}

/** Why a command does not do what it was asked for, as a sentence. */
class CommandRefusal extends Error {
  override name = "CommandRefusal";
}

/**
 * Runs a command of whoever runs the server, from a terminal or a timer, and says in a sentence what went wrong: no stack, and
 * nothing of what people typed. Ends with 1 then, with 78 where it is the settings; `work` answers false where it did not go well.
 */
export async function runCommand(
  command: Command,
  work: (given: Given) => Promise<boolean>,
  args = process.argv.slice(2),
): Promise<void> {
  try {
    const given = readArguments(command, args);
    if (given.flags.has("help")) return console.log(command.usage);
    if (command.argument && !given.argument) throw new CommandRefusal(`${command.argument}\n\n${command.usage}`);
    if (!(await work(given))) process.exitCode = 1;
  } catch (error) {
    const unusable = error instanceof ConfigError ? error.message : explainUnusable(error);
    console.error(unusable !== null ? `These settings cannot be used:\n${unusable}` : sentenceOf(error));
    process.exitCode = unusable !== null ? NOT_CONFIGURED : 1;
  }
}

function readArguments({ usage, argument, flags = [] }: Command, args: string[]): Given {
  const options: ParseArgsConfig["options"] = Object.fromEntries(
    [...flags, "help"].map((flag) => [flag, { type: "boolean" }]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: argument !== undefined });
    if (positionals.length > 1) throw new Error(`One is taken, and not ${positionals.length}.`);
    return { argument: positionals[0], flags: new Set(Object.keys(values)) };
  } catch (error) {
    throw new CommandRefusal(`${(error as Error).message}\n\n${usage}`);
  }
}

/** What a failure is for whoever ran the command. */
function sentenceOf(error: unknown): string {
  const { message, code, cause } = describeError(error) as { message?: string; code?: unknown; cause?: unknown };
  if (cause !== undefined) return sentenceOf((error as Error).cause);
  // Of several addresses that were tried it has none.
  if (message) return message;
  return `It failed${code === undefined ? "" : ` (${String(code)})`}.`;
}

/** Refuses an embedded database that is not there: opening it would make it. */
export function assertThere({ url, dataDir }: DatabasePlace): void {
  if (!url && (dataDir === undefined || !existsSync(dataDir)))
    throw new CommandRefusal(`There is no database in ${dataDir ?? "memory"}.`);
}

/** Waits until the database can be reached: it may be restarting. The embedded one is there, or is not. */
export async function untilReached({ url }: DatabasePlace, limit?: number): Promise<void> {
  if (!url) return;
  const reach = async () => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      application_name: "conquest",
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const say = (error: unknown) =>
    console.error(`The database cannot be reached: ${why(error)}. Trying again for a minute.`);
  await retryUntilAvailable(reach, say, limit).catch((error: unknown) => {
    throw new CommandRefusal(
      `The database could not be reached: ${why(error)}. Is it running, and is DATABASE_URL right?`,
    );
  });
}

const why = (error: unknown) => reasonOf(error) || String((error as { code?: unknown }).code);

/** Of a database that a newer server has brought up to date. */
export const sayNewer = (count: number) =>
  console.error(
    `The database has taken ${count === 1 ? "a migration" : `${count} migrations`} of a newer version, which this one does not know.`,
  );
