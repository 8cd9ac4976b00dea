const SYSTEM_CODES = new Set(
  "ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOSPC EDQUOT EIO EROFS EACCES EMFILE ENFILE".split(
    " ",
  ),
);

/**
 * Codes (PostgreSQL's appendix "Error Codes"): 08 connection, 53 resources, 57014 timeout, 57P shutdown, 58 files,
 * 25006 read-only, 25P03 idle transaction, 40001 and 40P01 conflicts, 3D000 and 28 login.
 */
const DATABASE_CODES = /^(08\w{3}|53\w{3}|57014|57P\w{2}|58\w{3}|25006|25P03|40001|40P01|3D000|28\w{3})$/;

/** PostgreSQL has no code of its own for unlogged tables on a standby. */
const SENTENCES =
  /^(cannot access temporary or unlogged relations during recovery|Connection terminated|timeout (exceeded|expired)|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool|PGlite is closed)/;

/** Returns whether the database or the disk is temporarily unusable, rather than the request wrong. */
export function isTransientError(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, message, cause, syscall } = error as {
    code?: unknown;
    message?: unknown;
    cause?: unknown;
    syscall?: unknown;
  };
  if (syscall === "connect") return true;
  if (typeof code === "string" && (SYSTEM_CODES.has(code) || DATABASE_CODES.test(code))) return true;
  return SENTENCES.test(String(message)) || isTransientError(cause);
}
