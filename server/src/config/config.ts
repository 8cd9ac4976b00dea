import type { SiteConfig } from "@conquest/shared/contracts/parts/site-config";
import { isToken, MIN_TOKEN_LENGTH } from "./setting-types";
import { type Settings, ConfigError, environment, parseEach, SOCIAL_NAMES, type Environment } from "./settings";
import {
  contradictionsIn,
  databaseConfigOf,
  DIRECT_WITHOUT_POOL,
  REPLICAS_WITHOUT_PRIMARY,
  storageConfigOf,
  folderOrMemory,
} from "./storage-config";

function insecureSettings(settings: Settings, isNamed: boolean): string[] {
  const { SITE_URL, API_BASE, CORS_ORIGINS, DATABASE_URL, FILES_DIR, FILES_BUCKET, FILES_ENDPOINT } = settings;
  const problems: string[] = [];
  if (!DATABASE_URL && !isNamed)
    problems.push(
      "DATABASE_URL is required in production, or DATA_DIR with the folder of an embedded database: without either, an empty site would be created in this version's folder.",
    );
  for (const name of ["DEV_SHELL_URL", "DEV_REMOTES"] as const)
    if (Object.keys(settings[name] ?? {}).length > 0)
      problems.push(`${name} must not be set in production: pages would run code that no release check has seen.`);
  for (const [name, address] of Object.entries({ SITE_URL, API_BASE, CORS_ORIGINS: CORS_ORIGINS.find(isOpen) }))
    if (address && isOpen(address))
      problems.push(`${name} must start with https:// in production: over http, sessions can be intercepted.`);
  if (!DATABASE_URL && settings.DATA_DIR === "memory")
    problems.push("DATA_DIR must be a folder in production, or set DATABASE_URL: data in memory is lost.");
  if (FILES_DIR === "memory")
    problems.push("FILES_DIR must be a folder in production, or set FILES_BUCKET: files in memory are lost.");
  if (DATABASE_URL && !FILES_DIR && !FILES_BUCKET)
    problems.push(
      "FILES_BUCKET or FILES_DIR is required in production with DATABASE_URL: all servers must share the uploaded files.",
    );
  if (FILES_ENDPOINT && isOpen(FILES_ENDPOINT))
    problems.push("FILES_ENDPOINT must start with https:// in production: over http, files can be intercepted.");
  for (const [part, token] of Object.entries(settings.DEPLOY_TOKENS))
    if (!isToken(token))
      problems.push(
        `DEPLOY_TOKENS: the token of ${part} must be at least ${MIN_TOKEN_LENGTH} characters long in production, without spaces, < and >, so that no one can guess it.`,
      );
  return problems;
}

const isOpen = (address: string) => address.startsWith("http:");

export type Mail = { kind: "off" } | { kind: "mailbox" } | { kind: "smtp"; url: string; from: string };

export type Config = ReturnType<typeof readConfig>;

function mailOf({ SMTP_URL: url, MAIL_FROM: from }: Settings, isLocal: boolean): Mail {
  if (url && from) return { kind: "smtp", url, from };
  return { kind: isLocal ? "mailbox" : "off" };
}

export function readConfig(env: Environment) {
  const { settings, unreadable } = parseEach(environment, env);
  const isProduction = settings.NODE_ENV === "production";
  const emulatorHost = settings.FIREBASE_AUTH_EMULATOR_HOST ?? null;
  const account = settings.FIREBASE_SERVICE_ACCOUNT;
  const problems: string[] = [];
  if (isProduction && emulatorHost)
    problems.push(
      "FIREBASE_AUTH_EMULATOR_HOST must not be set in production: the emulator's tokens are not signed, so anyone could log in as anyone.",
    );
  if (isProduction && !settings.SITE_URL)
    problems.push("SITE_URL is required in production: the address that people use, like https://example.com.");
  const projectId = settings.FIREBASE_PROJECT_ID ?? (emulatorHost ? "demo-conquest" : undefined);
  if (!projectId)
    problems.push("FIREBASE_PROJECT_ID is required (or FIREBASE_AUTH_EMULATOR_HOST, for the local Auth emulator).");
  if (!emulatorHost && !settings.FIREBASE_API_KEY)
    problems.push("FIREBASE_API_KEY is required: the pages log in with it.");
  problems.push(...contradictionsIn(settings));
  if (settings.DATABASE_DIRECT_URL && !settings.DATABASE_URL) problems.push(DIRECT_WITHOUT_POOL);
  if (settings.DATABASE_READ_URLS.length > 0 && !settings.DATABASE_URL) problems.push(REPLICAS_WITHOUT_PRIMARY);
  if (!settings.SMTP_URL !== !settings.MAIL_FROM)
    problems.push("SMTP_URL and MAIL_FROM must be set together: the mail server and the sender of emails.");
  if (isProduction) problems.push(...insecureSettings(settings, Boolean(env["DATA_DIR"])));
  // An invalid setting is not also reported as missing.
  const others = problems.filter((problem) => ![...unreadable.keys()].some((name) => problem.startsWith(`${name} `)));
  const all = [...unreadable.values(), ...others];
  if (all.length > 0) throw new ConfigError(all.join("\n"));

  const site: SiteConfig = {
    apiBase: settings.API_BASE,
    joinAmount: settings.JOIN_AMOUNT,
    isProduction,
    identity: {
      kind: emulatorHost ? "emulator" : "firebase",
      emulatorUrl: emulatorHost ? `http://${emulatorHost}` : null,
      apiKey: settings.FIREBASE_API_KEY ?? "demo-key",
      authDomain: settings.FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`,
      projectId: projectId!,
    },
    social: SOCIAL_NAMES.flatMap((name) => {
      const href = settings[`SOCIAL_${name.toUpperCase() as Uppercase<typeof name>}`];
      return href ? [{ name, href }] : [];
    }),
  };

  return {
    isProduction,
    port: settings.PORT,
    host: settings.HOST,
    database: databaseConfigOf(settings),
    migratesAtStart: settings.MIGRATE_AT_START,
    picturesDir: folderOrMemory(settings.PICTURES_DIR),
    files: storageConfigOf(settings),
    mail: mailOf(settings, !isProduction && emulatorHost !== null),
    publicUrl: settings.SITE_URL ?? `http://localhost:${settings.PORT}`,
    corsOrigins: settings.CORS_ORIGINS as readonly string[],
    trustProxy: settings.TRUST_PROXY,
    joinAmount: settings.JOIN_AMOUNT,
    languages: settings.LANGUAGES,
    /** Canonical emails; users who first sign in with one of them, verified, become admins. */
    adminEmails: settings.ADMIN_EMAILS as readonly string[],
    identity: {
      projectId: projectId!,
      emulatorHost,
      serviceAccount: account && {
        projectId: account.project_id,
        clientEmail: account.client_email,
        privateKey: account.private_key,
      },
    },
    site,
    deployTokens: settings.DEPLOY_TOKENS,
    requestsPerMinute: settings.REQUESTS_PER_MINUTE,
    /** Maximum age of cached public responses in milliseconds; 0 disables the cache. */
    publicAnswersKeptMs: settings.PUBLIC_ANSWERS_KEPT_MS,
    metricsToken: settings.METRICS_TOKEN,
    /** `allowed`: shown to browsers that ask for it. */
    developerPanel: settings.DEVELOPER_PANEL ?? (isProduction ? "off" : "allowed"),
    logLevel: settings.LOG_LEVEL as string,
    devShellUrl: settings.DEV_SHELL_URL,
    devRemotes: settings.DEV_REMOTES,
  };
}
