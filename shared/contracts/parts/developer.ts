/** What a part can be made to do in one browser's pages, for seeing how the site takes it. */
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

/** By part: a fault, or the origin of the dev server on this machine that it comes from. */
export type Switches = Readonly<Record<string, string>>;

/** Keeps the switches of a browser, for its pages and for the server. That it is there asks for the developer panel. */
export const DEVELOPER_COOKIE = "conquest_developer";

/** In the cookie where nothing is switched. */
const NOTHING = "on";
const PART = /^mf-[a-z-]+$/;

export const isFault = (value: string): value is Fault => (FAULTS as readonly string[]).includes(value);
export const isPartName = (text: string) => PART.test(text);

/** The origin of a dev server on this machine; null for any other address. */
export function localOrigin(address: string): string | null {
  const [origin] = /^http:\/\/localhost(?::\d{1,5})?(?=\/?$)/.exec(address.trim()) ?? [];
  return origin ?? null;
}

/** What the cookie says, without what cannot be understood: anybody can write one. */
export function readSwitches(text: string): Switches {
  const pairs = text.split("&").map((pair) => pair.split("="));
  return Object.fromEntries(
    pairs.filter(([part = "", value = ""]) => isPartName(part) && (isFault(value) || localOrigin(value) === value)),
  );
}

export const writeSwitches = (switches: Switches): string =>
  Object.entries(switches)
    .map((pair) => pair.join("="))
    .join("&") || NOTHING;

/** The addresses of a release's files with this fault: `/mf/mf-public/3f9a…/` becomes `/mf/mf-public/3f9a…~slow/`. */
export const faultyBase = (base: string, fault: Fault) => base.replace(/\/$/, `~${fault}/`);
