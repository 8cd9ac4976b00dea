import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";

/** What is no page runs nothing when it is opened by itself: a picture can be a document with scripts. Pages have a policy of their own. */
const NO_PAGE = { "default-src": ["'none'"], "style-src": ["'unsafe-inline'"], "frame-ancestors": ["'none'"] };

/** What every answer says about how it may be used, the same each time; what a page may load is the page's own. */
export function securityHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const collecting = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  const write = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: NO_PAGE },
    // The provider's sign-in popup must still reach the page that opened it.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: true },
  });
  write({} as IncomingMessage, collecting as unknown as ServerResponse, () => undefined);
  return headers;
}
