import { couldOverlap } from "@conquest/shared/contracts/parts/match-route";
import { METRICS_PATH } from "../../platform/operation/metrics";

/** Below these nothing is ever HTML: a script that is missing must not come back as a page. */
export const NOT_PAGES = /^\/(?:api|mf|media)(?:\/|$)/;

/** Files that lie at the root of the site: the shell's icons. */
export const ROOT_FILE = /^\/[\w-]+\.(?:ico|png|svg|webmanifest)$/;

/** Files of a sitemap index. */
const SITEMAP_FILE = /^\/sitemap-\d+\.xml$/;

/** Drawn by the shell itself: the account chooser that stands in for Google's with the emulator. */
export const LOCAL_SIGN_IN = "/local-google-sign-in";

/** Of a site of one machine alone: the letters that it would send. */
export const MAILBOX_PATH = "/mailbox";

const ANSWERED = [METRICS_PATH, MAILBOX_PATH, "/robots.txt", "/sitemap.xml", LOCAL_SIGN_IN];

/** Whether the server answers what this route's path names: the page could never be come to. */
export const isReserved = (path: string) =>
  NOT_PAGES.test(path.toLowerCase()) ||
  [ROOT_FILE, SITEMAP_FILE].some((file) => file.test(path.toLowerCase().replace(/\/+$/, ""))) ||
  ANSWERED.some((address) => !path.includes("/:") && couldOverlap(path, address));
