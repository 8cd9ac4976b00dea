import {
  DEVELOPER_COOKIE,
  localOrigin,
  readSwitches,
  writeSwitches,
  type Switches,
} from "@conquest/shared/contracts/parts/developer";

const kept = () => document.cookie.split("; ").find((pair) => pair.startsWith(`${DEVELOPER_COOKIE}=`));

/** What is switched in this browser now: another of its tabs may have changed it. */
export const currentSwitches = (): Switches => readSwitches(kept()?.slice(DEVELOPER_COOKIE.length + 1) ?? "");

export const isLocal = (switched: string | undefined): switched is string =>
  switched !== undefined && localOrigin(switched) !== null;

/** As the server writes it, see server/src/releases/developer: one cookie, not two of the same name. */
const write = (value: string) => {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${DEVELOPER_COOKIE}=${value}; Path=/; SameSite=Lax${secure}`;
};

export const keepSwitches = (switches: Switches): void => write(writeSwitches(switches));

/** The next page comes without the panel, unless every page has it. */
export const forgetPanel = (): void => write("; Max-Age=0");
