import { isTransientError } from "../transient-errors";

const QUERY_CANCELED = "57014";

/** 08: connection, 57P01 to 57P03: shutdown or start; and codes of the system for a connection that fails or breaks. */
const GONE = /^(08\w{3}|57P0[123]|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** Returns PostgreSQL's or the system's code of an error or its cause. */
export function codeOf(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return typeof code === "string" ? code : cause === undefined ? undefined : codeOf(cause);
}

/** Returns whether a read can succeed elsewhere. A statement that took too long would do so on the primary too. */
export const isReplicaFailure = (error: unknown): boolean =>
  isTransientError(error) && codeOf(error) !== QUERY_CANCELED;

/** Returns whether other reads of the replica fail too. A read also fails alone if its pool is full. */
export function isReplicaGone(error: unknown): boolean {
  const { code, message, cause } = (error ?? {}) as { code?: unknown; message?: unknown; cause?: unknown };
  if (typeof code === "string") return GONE.test(code);
  if (String(message).startsWith("Connection terminated")) return message === "Connection terminated unexpectedly";
  return cause !== undefined && isReplicaGone(cause);
}

/** For the log: a code of PostgreSQL or the system, or a sentence. */
export function codeOrMessageOf(error: unknown): string {
  const { message, cause } = error as { message?: unknown; cause?: unknown };
  return codeOf(error) ?? (cause === undefined ? String(message) : codeOrMessageOf(cause));
}
