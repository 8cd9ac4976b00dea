import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";

/** Responses other than pages run nothing when opened directly: an SVG picture may contain scripts. */
const RESOURCE_POLICY = { "default-src": ["'none'"], "style-src": ["'unsafe-inline'"], "frame-ancestors": ["'none'"] };

export function securityHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const collecting = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  const write = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: RESOURCE_POLICY },
    // The provider's sign-in popup needs to reach the page that opened it.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: true },
  });
  write({} as IncomingMessage, collecting as unknown as ServerResponse, () => undefined);
  return headers;
}
