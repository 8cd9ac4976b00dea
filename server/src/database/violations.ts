import { DrizzleQueryError } from "drizzle-orm";

const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";

const isViolation = (error: unknown, code: string, constraint?: string): boolean => {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  const { code: found, constraint: name } = (cause ?? {}) as { code?: string; constraint?: string };
  return found === code && (constraint === undefined || name === constraint);
};

/** Whether a write failed because such a row exists already (of this unique index or constraint, when named). */
export const isUniqueViolation = (error: unknown, constraint?: string) => isViolation(error, UNIQUE_VIOLATION, constraint);

/** Whether a write failed because other rows rely on this one, or it relies on one that is gone. */
export const isForeignKeyViolation = (error: unknown, constraint?: string) => isViolation(error, FOREIGN_KEY_VIOLATION, constraint);
