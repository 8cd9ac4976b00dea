import { DrizzleQueryError } from "drizzle-orm";

/** What PostgreSQL says of an error besides its sentence. `detail`, `where` and `hint` are left out: they quote rows. */
const OF_DATABASE = ["severity", "schema", "table", "column", "constraint", "routine"] as const;

/** Sentences of these classes quote what was sent (22: data) or are made in the database (P0). */
const QUOTES_VALUES = /^(22|P0)/;

/** Also of another realm, as Node.js' own are to tests. */
const isError = (value: unknown): value is Error =>
  typeof value === "object" && value !== null && "stack" in value && "message" in value;

const framesOf = (error: Error) =>
  error.stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());

/** What was wrong in the end, in the words of who noticed first: those of a failed query hold the values that were sent. */
export function reasonOf(error: unknown): string {
  if (!isError(error)) return String(error);
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}

/**
 * Everything that helps to find the cause of an error, and nothing of what people typed: a failed query's values, and what the
 * database quotes from rows, stay out of the log.
 */
export function describeError(error: unknown): object {
  if (!isError(error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  const about = { type: error.name, ...(code !== undefined && { code }) };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  // Its message holds the values, and so does its stack, which begins with it.
  if (error instanceof DrizzleQueryError) return { ...about, query: error.query, stack: framesOf(error), ...cause };
  if (!("severity" in error)) return { ...about, message: error.message, stack: framesOf(error), ...cause };
  const facts = Object.fromEntries(
    OF_DATABASE.flatMap((name) => (name in error ? [[name, (error as unknown as Record<string, unknown>)[name]]] : [])),
  );
  return {
    ...about,
    ...(QUOTES_VALUES.test(String(code)) ? {} : { message: error.message }),
    ...facts,
    stack: framesOf(error),
  };
}
