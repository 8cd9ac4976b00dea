import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

/** Some proxies append the port: 203.0.113.10:4711, [2001:db8::1]:4711. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/;

function addressIn(entry: string): string | null {
  if (isIP(entry)) return entry;
  const [, v6, v4] = WITH_PORT.exec(entry) ?? [];
  const address = v6 ?? v4 ?? "";
  return isIP(address) ? address : null;
}

/** Keeps the nearest proxies' addresses. Entries before an invalid one could be forged to evade rate limits. */
export function readForwardedFor(headers: IncomingHttpHeaders): void {
  const written = headers["x-forwarded-for"];
  if (written === undefined) return;
  const addresses: string[] = [];
  for (const entry of String(written).split(",").reverse()) {
    const address = addressIn(entry.trim());
    if (address === null) break;
    addresses.unshift(address);
  }
  if (addresses.length > 0) headers["x-forwarded-for"] = addresses.join(", ");
  else delete headers["x-forwarded-for"];
}
