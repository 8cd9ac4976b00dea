import type { FastifyRequest } from "fastify";

/** Both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** RFC 9110, for one range. Returns null if the whole file is to be sent: other ranges may be ignored. */
export function requestedRange(
  { method, headers }: Pick<FastifyRequest, "method" | "headers">,
  { etag, bytes }: { etag: string; bytes: number },
): ByteRange | "unsatisfiable" | null {
  const ifRange = headers["if-range"];
  if (method !== "GET" || (ifRange !== undefined && ifRange !== etag)) return null;
  const [, first = "", last = ""] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(headers.range ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? "unsatisfiable" : { start: bytes - length, end: bytes - 1 };
  }
  if (last !== "" && Number(last) < Number(first)) return null;
  if (Number(first) >= bytes) return "unsatisfiable";
  return { start: Number(first), end: Math.min(last === "" ? Infinity : Number(last), bytes - 1) };
}
