import { DrizzleQueryError } from "drizzle-orm";

/** Fields of a PostgreSQL error that are logged. `detail`, `where` and `hint` are left out, because they quote rows. */
const DATABASE_FIELDS = ["severity", "schema", "table", "column", "constraint", "routine"] as const;

/** Messages of these classes quote user input (22: data) or are raised in the database (P0). */
const QUOTES_VALUES = /^(22|P0)/;

/** Also accepts errors of another realm, as Node.js' own errors are in tests. */
const isError = (value: unknown): value is Error =>
  typeof value === "object" && value !== null && "stack" in value && "message" in value;

const framesOf = (error: Error) =>
  error.stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());

/** Returns the message of the innermost cause: the message of a failed query contains the values that were sent. */
export function reasonOf(error: unknown): string {
  if (!isError(error)) return String(error);
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}

/** Omits user input: the values of a failed query, and what the database quotes from rows. */
export function describeError(error: unknown): object {
  if (!isError(error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  const about = { type: error.name, ...(code !== undefined && { code }) };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  // Its message contains the values, and so does its stack, which begins with the message.
  if (error instanceof DrizzleQueryError) return { ...about, query: error.query, stack: framesOf(error), ...cause };
  if (!("severity" in error)) return { ...about, message: error.message, stack: framesOf(error), ...cause };
  const facts = Object.fromEntries(
    DATABASE_FIELDS.flatMap((name) =>
      name in error ? [[name, (error as unknown as Record<string, unknown>)[name]]] : [],
    ),
  );
  return {
    ...about,
    ...(QUOTES_VALUES.test(String(code)) ? {} : { message: error.message }),
    ...facts,
    stack: framesOf(error),
  };
}
