/** Faults that can be simulated in one browser, to test how the site handles a failing part. */
export const FAULTS = [
  "down",
  "slow",
  "hangs",
  "missing",
  "500",
  "html",
  "chunk",
  "tampered",
  "skew",
  "crash",
] as const;
export type Fault = (typeof FAULTS)[number];

export type DeveloperSwitches = Readonly<Record<string, string>>;

/** Stores a browser's switches, for its pages and the server. Its presence enables the developer panel. */
export const DEVELOPER_COOKIE = "conquest_developer";

const NO_SWITCHES = "on";
const PART_NAME = /^mf-[a-z-]+$/;

export const isFault = (value: string): value is Fault => (FAULTS as readonly string[]).includes(value);
export const isPartName = (text: string) => PART_NAME.test(text);

/** Returns the origin of a local dev server; null for any other address. */
export function parseDevServerOrigin(address: string): string | null {
  const [origin] = /^http:\/\/localhost(?::\d{1,5})?(?=\/?$)/.exec(address.trim()) ?? [];
  return origin ?? null;
}

/** Parses the cookie and ignores invalid entries, since anyone can write one. */
export function parseSwitches(text: string): DeveloperSwitches {
  const pairs = text.split("&").map((pair) => pair.split("="));
  return Object.fromEntries(
    pairs.filter(
      ([part = "", value = ""]) => isPartName(part) && (isFault(value) || parseDevServerOrigin(value) === value),
    ),
  );
}

export const serializeSwitches = (switches: DeveloperSwitches): string =>
  Object.entries(switches)
    .map((pair) => pair.join("="))
    .join("&") || NO_SWITCHES;

/** Returns the base of a faulty release: `/mf/mf-public/3f9a…/` becomes `/mf/mf-public/3f9a…~slow/`. */
export const faultyBase = (base: string, fault: Fault) => base.replace(/\/$/, `~${fault}/`);
