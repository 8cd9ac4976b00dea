import type { SiteConfig } from "@conquest/shared/contracts/site-config";

/** What the identity provider needs of the page: a real project brings Google's popup helper, the emulator only calls. */
function identitySources({ identity }: SiteConfig) {
  if (identity.kind === "emulator") return { script: [], frame: [], connect: identity.emulatorUrl ? [identity.emulatorUrl] : [] };
  return {
    script: ["https://apis.google.com"],
    frame: [`https://${identity.authDomain}`],
    connect: ["https://identitytoolkit.googleapis.com", "https://securetoken.googleapis.com"],
  };
}

function originOf(address: string): string[] {
  return /^https?:/.test(address) ? [new URL(address).origin] : [];
}

/** Headers of every HTML page. `isDevelopment` lets the dev servers' sockets through. */
export function pageHeaders(config: SiteConfig, isDevelopment: boolean): Record<string, string> {
  const identity = identitySources(config);
  const policy: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...identity.script],
    "style-src": ["'self'"],
    "img-src": ["'self'", "https:", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...originOf(config.apiBase), ...identity.connect, ...(isDevelopment ? ["ws://localhost:*", "http://localhost:*"] : [])],
    "frame-src": identity.frame.length > 0 ? identity.frame : ["'none'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  return {
    "content-security-policy": Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources.join(" ")}`)
      .join("; "),
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
  };
}
