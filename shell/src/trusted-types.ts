// The content security policy has everything that turns text into scripts or markup go through this one policy: of addresses it
// lets through files of releases and the identity provider's script, and it makes nothing else of texts. Whatever else writes
// into the page, a library or a part, gets an error.
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(address: string): string | null }): unknown;
}

const isAllowed = ({ origin, pathname }: URL) =>
  origin === location.origin ? pathname.startsWith("/mf/") : origin === "https://apis.google.com";

(globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy("default", {
  createScriptURL: (address) => (isAllowed(new URL(address, location.href)) ? address : null),
});
