// The CSP enforces Trusted Types with this single policy. It allows script URLs of releases and the identity provider; all
// other conversions of text to scripts or markup throw, also in libraries and parts.
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(address: string): string | null }): unknown;
}

const isAllowed = ({ origin, pathname }: URL) =>
  origin === location.origin ? pathname.startsWith("/mf/") : origin === "https://apis.google.com";

(globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy("default", {
  createScriptURL: (address) => (isAllowed(new URL(address, location.href)) ? address : null),
});
