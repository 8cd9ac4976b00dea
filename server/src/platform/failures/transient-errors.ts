/** Of Node.js: a connection was refused, broken or not answered, or a disk takes nothing more or lets nobody in. */
const SYSTEM_CODES = new Set(
  "ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOSPC EDQUOT EIO EROFS EACCES EMFILE ENFILE".split(
    " ",
  ),
);

/**
 * Of PostgreSQL (appendix "Error Codes"): lost connections (08), no disk, memory or connections left (53), cancelled for time
 * (57014), stopped, crashed or still starting (57P), failed files (58), a server that only reads (25006) or waited too long for the
 * rest of a transaction (25P03), transactions that stood in each other's way (40001, 40P01), and a database that is not there or
 * does not let us in (3D000, 28).
 */
const DATABASE_CODES = /^(08\w{3}|53\w{3}|57014|57P\w{2}|58\w{3}|25006|25P03|40001|40P01|3D000|28\w{3})$/;

/** The drivers' own, which have no code. */
const DRIVER_SENTENCES =
  /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool|PGlite is closed)/;

/** Whether an error says that the database or the disk cannot be used now, rather than that something is wrong with what was asked. */
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
