import { isToken, MIN_TOKEN_LENGTH } from "./setting-types";
import type { Settings } from "./settings";

export function insecureSettings(settings: Settings, isNamed: boolean): string[] {
  const {
    SITE_URL,
    API_BASE,
    CORS_ORIGINS,
    DATABASE_URL,
    DATA_DIR,
    DEPLOY_TOKENS,
    DEV_SHELL_URL,
    DEV_REMOTES,
    FILES_DIR,
    FILES_BUCKET,
    FILES_ENDPOINT,
  } = settings;
  const open = Object.entries({ SITE_URL, API_BASE, CORS_ORIGINS: CORS_ORIGINS.find(isOpen) }).filter(
    ([, address]) => address && isOpen(address),
  );
  const short = Object.entries(DEPLOY_TOKENS).filter(([, token]) => !isToken(token));
  const development = Object.entries({
    DEV_SHELL_URL: DEV_SHELL_URL !== undefined,
    DEV_REMOTES: Object.keys(DEV_REMOTES).length > 0,
  }).filter(([, isSet]) => isSet);
  return [
    ...(!DATABASE_URL && !isNamed
      ? [
          "DATABASE_URL is needed in production, or the folder of an embedded database in DATA_DIR: where neither is named, an empty site would be made in this version's folder.",
        ]
      : []),
    ...development.map(
      ([name]) => `${name} must not be set in production: pages would run what no release was checked for.`,
    ),
    ...open.map(
      ([name]) => `${name} must start with https:// in production: over http whoever is on the way reads sessions.`,
    ),
    ...(!DATABASE_URL && DATA_DIR === "memory"
      ? ["DATA_DIR must be a folder in production, or DATABASE_URL be set: memory keeps nothing."]
      : []),
    ...(FILES_DIR === "memory"
      ? ["FILES_DIR must be a folder in production, or FILES_BUCKET be set: memory keeps nothing."]
      : []),
    ...(DATABASE_URL && !FILES_DIR && !FILES_BUCKET
      ? [
          "FILES_BUCKET or FILES_DIR is needed in production with DATABASE_URL: every server has to find what people upload to any of them.",
        ]
      : []),
    ...(FILES_ENDPOINT && isOpen(FILES_ENDPOINT)
      ? ["FILES_ENDPOINT must start with https:// in production: over http whoever is on the way reads files."]
      : []),
    ...short.map(
      ([part]) =>
        `DEPLOY_TOKENS: the token of ${part} must be at least ${MIN_TOKEN_LENGTH} characters long in production, without spaces, < and >, so that nobody guesses it.`,
    ),
  ];
}

const isOpen = (address: string) => address.startsWith("http:");
