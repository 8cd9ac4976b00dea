import { createHash } from "node:crypto";
import type { SiteConfig } from "@conquest/shared/contracts/parts/site-config";

function identitySources({ identity }: SiteConfig) {
  if (identity.kind === "emulator")
    return { script: [], frame: [], connect: identity.emulatorUrl ? [identity.emulatorUrl] : [], policies: [] };
  return {
    script: ["https://apis.google.com"],
    frame: [`https://${identity.authDomain}`],
    connect: ["https://identitytoolkit.googleapis.com", "https://securetoken.googleapis.com"],
    policies: ["gapi#gapi", "goog#html"],
  };
}

const originOf = (address: string): string[] => (/^https?:/.test(address) ? [new URL(address).origin] : []);

/** `isDevelopment` allows the dev servers' sockets, `inline` the page's own inline scripts and stylesheets. */
export function pageHeaders(
  config: SiteConfig,
  isDevelopment: boolean,
  inline: { scripts: readonly string[]; styles: readonly string[] },
): Record<string, string> {
  const identity = identitySources(config);
  const policy: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...inline.scripts, ...identity.script],
    "style-src": ["'self'", ...inline.styles],
    "img-src": ["'self'", "https:", "data:"],
    "font-src": ["'self'"],
    "connect-src": [
      "'self'",
      ...originOf(config.apiBase),
      ...identity.connect,
      ...(isDevelopment ? ["ws://localhost:*", "http://localhost:*"] : []),
    ],
    // This site allows frames of its cards of contests only.
    "frame-src": ["'self'", ...identity.frame],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
    // The shell defines the policy, see shell/src/trusted-types.ts; the dev server's overlay assigns HTML strings.
    ...(!isDevelopment && {
      "require-trusted-types-for": ["'script'"],
      "trusted-types": ["default", ...identity.policies],
    }),
  };
  return {
    "content-security-policy": Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources.join(" ")}`)
      .join("; "),
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
  };
}

/** Also allows dev servers at `origins`. Drops Trusted Types because dev servers assign HTML strings. */
export function allowDevServers(headers: Record<string, string>, origins: readonly string[]): Record<string, string> {
  const sockets = origins.map((origin) => origin.replace("http", "ws"));
  const more: Record<string, readonly string[]> = {
    "script-src": origins,
    "style-src": origins,
    "img-src": origins,
    "font-src": origins,
    "connect-src": [...origins, ...sockets],
  };
  const directives = headers["content-security-policy"]!.split("; ").filter(
    (directive) => !/trusted-types/.test(directive),
  );
  const widened = directives.map((directive) => [directive, ...(more[directive.split(" ")[0]!] ?? [])].join(" "));
  return { ...headers, "content-security-policy": widened.join("; ") };
}

export const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export const inlineScriptsOf = (html: string) =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => hashOf(text!));
