import { isToken, MIN_TOKEN_LENGTH } from "./setting-types";
import type { Settings } from "./settings";

export function insecureSettings(settings: Settings, isNamed: boolean): string[] {
  const { SITE_URL, API_BASE, CORS_ORIGINS, DATABASE_URL, FILES_DIR, FILES_BUCKET, FILES_ENDPOINT } = settings;
  const problems: string[] = [];
  if (!DATABASE_URL && !isNamed)
    problems.push(
      "DATABASE_URL is needed in production, or the folder of an embedded database in DATA_DIR: where neither is named, an empty site would be made in this version's folder.",
    );
  for (const name of ["DEV_SHELL_URL", "DEV_REMOTES"] as const)
    if (Object.keys(settings[name] ?? {}).length > 0)
      problems.push(`${name} must not be set in production: pages would run what no release was checked for.`);
  for (const [name, address] of Object.entries({ SITE_URL, API_BASE, CORS_ORIGINS: CORS_ORIGINS.find(isOpen) }))
    if (address && isOpen(address))
      problems.push(`${name} must start with https:// in production: over http, sessions can be read on the way.`);
  if (!DATABASE_URL && settings.DATA_DIR === "memory")
    problems.push("DATA_DIR must be a folder in production, or DATABASE_URL be set: memory keeps nothing.");
  if (FILES_DIR === "memory")
    problems.push("FILES_DIR must be a folder in production, or FILES_BUCKET be set: memory keeps nothing.");
  if (DATABASE_URL && !FILES_DIR && !FILES_BUCKET)
    problems.push(
      "FILES_BUCKET or FILES_DIR is needed in production with DATABASE_URL: every server has to find what people upload to any of them.",
    );
  if (FILES_ENDPOINT && isOpen(FILES_ENDPOINT))
    problems.push("FILES_ENDPOINT must start with https:// in production: over http, files can be read on the way.");
  for (const [part, token] of Object.entries(settings.DEPLOY_TOKENS))
    if (!isToken(token))
      problems.push(
        `DEPLOY_TOKENS: the token of ${part} must be at least ${MIN_TOKEN_LENGTH} characters long in production, without spaces, < and >, so that nobody guesses it.`,
      );
  return problems;
}

const isOpen = (address: string) => address.startsWith("http:");
