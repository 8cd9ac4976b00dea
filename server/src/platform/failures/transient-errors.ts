/** Node.js error codes: connection refused, broken or timed out; disk full or inaccessible. */
const SYSTEM_CODES = new Set(
  "ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOSPC EDQUOT EIO EROFS EACCES EMFILE ENFILE".split(
    " ",
  ),
);

/**
 * PostgreSQL error codes (appendix "Error Codes"): lost connection (08), insufficient resources (53), query timeout
 * (57014), shutdown, crash or startup (57P), file errors (58), read-only server (25006), idle-in-transaction timeout
 * (25P03), serialization failure or deadlock (40001, 40P01), missing database or rejected login (3D000, 28).
 */
const DATABASE_CODES = /^(08\w{3}|53\w{3}|57014|57P\w{2}|58\w{3}|25006|25P03|40001|40P01|3D000|28\w{3})$/;

/** Errors of the drivers themselves, which have no code. */
const DRIVER_SENTENCES =
  /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool|PGlite is closed)/;

/**
 * Returns whether the error means that the database or the disk is temporarily unusable, rather than that the request
 * is wrong.
 */
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
  return DRIVER_SENTENCES.test(String(message)) || isTransientError(cause);
}
