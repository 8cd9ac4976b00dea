import {
  DEVELOPER_COOKIE,
  parseDevServerOrigin,
  parseSwitches,
  serializeSwitches,
  type DeveloperSwitches,
} from "@conquest/shared/contracts/parts/developer";

const readCookie = () => document.cookie.split("; ").find((pair) => pair.startsWith(`${DEVELOPER_COOKIE}=`));

/** Reads the cookie on each call, since another tab may have changed it. */
export const currentSwitches = (): DeveloperSwitches =>
  parseSwitches(readCookie()?.slice(DEVELOPER_COOKIE.length + 1) ?? "");

export const isLocal = (switched: string | undefined): switched is string =>
  switched !== undefined && parseDevServerOrigin(switched) !== null;

/** Uses the same attributes as server/src/releases/developer, since others would create a second cookie of this name. */
const writeCookie = (value: string) => {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${DEVELOPER_COOKIE}=${value}; Path=/; SameSite=Lax${secure}`;
};

export const saveSwitches = (switches: DeveloperSwitches): void => writeCookie(serializeSwitches(switches));

/** Removes the panel from the next page, unless it is enabled for all pages. */
export const leavePanel = (): void => writeCookie("; Max-Age=0");
