import { patternsOverlap } from "@conquest/shared/contracts/parts/match-route";
import { METRICS_PATH } from "../../platform/operation/metrics";

/** Never answered with HTML: a missing script must not return a page. */
export const NON_PAGE_PATHS = /^\/(?:api|mf|media|feeds|embed)(?:\/|$)/;

export const ROOT_FILE = /^\/[\w-]+\.(?:ico|png|svg|webmanifest)$/;

const SITEMAP_FILE = /^\/sitemap-\d+\.xml$/;

/** The shell's own account chooser, used with the Firebase emulator instead of Google's. */
export const LOCAL_SIGN_IN = "/local-google-sign-in";

export const MAILBOX_PATH = "/mailbox";

const SERVER_PATHS = [METRICS_PATH, MAILBOX_PATH, "/robots.txt", "/sitemap.xml", LOCAL_SIGN_IN];

export const isReserved = (path: string) =>
  NON_PAGE_PATHS.test(path.toLowerCase()) ||
  [ROOT_FILE, SITEMAP_FILE].some((file) => file.test(path.toLowerCase().replace(/\/+$/, ""))) ||
  SERVER_PATHS.some((address) => !path.includes("/:") && patternsOverlap(path, address));
