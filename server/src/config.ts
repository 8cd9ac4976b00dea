import { resolve } from "node:path";
import { z } from "zod";
import { JOIN_AMOUNTS, type JoinAmount, type SiteConfig } from "@conquest/shared/contracts/parts/site-config";
import { emails, httpAddress, httpsAddress, jsonRecord, list, mailbox, origin, proxies, serviceAccount, SHORTEST_TOKEN, smtpAddress, wholeNumber } from "./setting";

const SOCIAL_NAMES = ["facebook", "x", "instagram", "youtube", "linkedin", "github"] as const;

const environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"], "production, development or test").default("development"),
  PORT: wholeNumber("a port number, at most 65535", { least: 0, most: 65_535 }).default(3000),
  HOST: z.string().regex(/^[\w.:-]+$/, "the name or the address of a network interface, like 127.0.0.1").default("127.0.0.1"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "an address like postgres://user:password@host:5432/name" }).optional(),
  /** Folder of the embedded database; `memory` keeps nothing. */
  DATA_DIR: z.string().default(".conquest/database"),
  /** Folder of what pictures were made smaller to; `memory` makes them again after a restart. */
  PICTURES_DIR: z.string().default(".conquest/pictures"),
  /** Folder of what people upload, one for all servers; `memory` keeps nothing. */
  FILES_DIR: z.string().optional(),
  /** In place of the folder: a bucket of Amazon S3, or of what speaks like it at an endpoint. */
  FILES_BUCKET: z.string().regex(/^[\w.-]{3,63}$/, "the name of a bucket").optional(),
  FILES_ENDPOINT: httpAddress.optional(),
  FILES_REGION: z.string().default("us-east-1"),
  /** Without the two the platform's own credentials are used. */
  FILES_ACCESS_KEY_ID: z.string().optional(),
  FILES_SECRET_ACCESS_KEY: z.string().optional(),
  /** The address people use. */
  SITE_URL: origin.optional(),
  /** Where the pages find the API: a path of this site, or another origin's address. */
  API_BASE: z.union([z.string().regex(/^\/[\w/-]*$/), httpAddress], "a path like /api, or an address").default("/api"),
  CORS_ORIGINS: list.pipe(z.array(origin)),
  TRUST_PROXY: proxies,
  JOIN_AMOUNT: z.enum(JOIN_AMOUNTS, "prize or registrationPrice").default("prize"),
  /** By what letters go out: smtps://user:password@host:465, or smtp:// which goes on encrypted. */
  SMTP_URL: smtpAddress.optional(),
  /** From whom they are. */
  MAIL_FROM: mailbox.optional(),
  ADMIN_EMAILS: emails,
  FIREBASE_PROJECT_ID: z.string().optional(),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_AUTH_DOMAIN: z.string().optional(),
  /** JSON of a service account; without it the platform's own credentials are used. */
  FIREBASE_SERVICE_ACCOUNT: serviceAccount.optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z.string().regex(/^[\w.-]+:\d+$/, "host:port").optional(),
  ...(Object.fromEntries(SOCIAL_NAMES.map((name) => [`SOCIAL_${name.toUpperCase()}`, httpsAddress.optional()])) as Record<
    `SOCIAL_${Uppercase<(typeof SOCIAL_NAMES)[number]>}`,
    z.ZodOptional<typeof httpsAddress>
  >),
  /** Who may release which part: `{"mf-public":"token"}`; `*` stands for every part. */
  DEPLOY_TOKENS: jsonRecord,
  REQUESTS_PER_MINUTE: wholeNumber("a whole number, at least 1", { least: 1 }).default(1200),
  PUBLIC_ANSWERS_KEPT_MS: wholeNumber("a whole number of milliseconds, at most 2000", { least: 0, most: 2000 }).default(1000),
  /** Long enough that nobody guesses it. */
  METRICS_TOKEN: z.string().min(SHORTEST_TOKEN, `at least ${SHORTEST_TOKEN} characters long`).optional(),
  /** Who has the developer panel: nobody, a browser that asks for it, or everybody. */
  DEVELOPER_PANEL: z.enum(["off", "allowed", "on"], "off, allowed or on").optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "fatal, error, warn, info, debug, trace or silent").default("info"),
  /** Development: where the shell's dev server is, and the other parts' by name. */
  DEV_SHELL_URL: httpAddress.optional(),
  DEV_REMOTES: jsonRecord,
});

/** The names of all settings. */
export const SETTINGS = Object.keys(environment.shape);

export interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  privateKey: string;
}

/** Where files lie that people upload. */
export type FilesPlace =
  | { kind: "memory" }
  | { kind: "folder"; folder: string }
  | { kind: "bucket"; bucket: string; endpoint: string | undefined; region: string; credentials: { accessKeyId: string; secretAccessKey: string } | undefined };

/** How letters go out: not at all, onto a page of this site alone, or by a server for e-mail. */
export type Mail = { kind: "off" } | { kind: "mailbox" } | { kind: "smtp"; url: string; from: string };

export interface Config {
  isProduction: boolean;
  port: number;
  host: string;
  databaseUrl: string | undefined;
  /** Undefined: in memory. */
  dataDir: string | undefined;
  /** Undefined: in memory. */
  picturesDir: string | undefined;
  files: FilesPlace;
  mail: Mail;
  /** Origin of the site, as people type it. */
  publicUrl: string;
  corsOrigins: readonly string[];
  trustProxy: false | number | string;
  joinAmount: JoinAmount;
  /** Canonical addresses; who signs in with one of them for the first time, verified, becomes an admin. */
  adminEmails: readonly string[];
  identity: { projectId: string; emulatorHost: string | null; serviceAccount: ServiceAccount | undefined };
  /** What the pages are told; nothing in it is secret. */
  site: SiteConfig;
  deployTokens: Readonly<Record<string, string>>;
  /** Requests to the API that one address may make. */
  requestsPerMinute: number;
  /** How old what a visitor is answered may be, in milliseconds; 0 reads the database each time. */
  publicAnswersKeptMs: number;
  /** Who may read /metrics; undefined: nobody. */
  metricsToken: string | undefined;
  /** `allowed`: a browser that asks for it has it. */
  developerPanel: "off" | "allowed" | "on";
  logLevel: string;
  devShellUrl: string | undefined;
  devRemotes: Readonly<Record<string, string>>;
}

/** What would work, and must not be in production: each as a sentence. */
function weaknessesOf(settings: z.output<typeof environment>, isNamed: boolean): string[] {
  const { SITE_URL, API_BASE, CORS_ORIGINS, DATABASE_URL, DATA_DIR, DEPLOY_TOKENS, DEV_SHELL_URL, DEV_REMOTES, FILES_DIR, FILES_BUCKET, FILES_ENDPOINT } = settings;
  const open = Object.entries({ SITE_URL, API_BASE, CORS_ORIGINS: CORS_ORIGINS.find(isOpen) }).filter(([, address]) => address && isOpen(address));
  const short = Object.entries(DEPLOY_TOKENS).filter(([, token]) => token.length < SHORTEST_TOKEN);
  const development = Object.entries({ DEV_SHELL_URL: DEV_SHELL_URL !== undefined, DEV_REMOTES: Object.keys(DEV_REMOTES).length > 0 }).filter(([, isSet]) => isSet);
  return [
    ...(!DATABASE_URL && !isNamed ? ["DATABASE_URL is needed in production, or the folder of an embedded database in DATA_DIR: where neither is named, an empty site would be made in this version's folder."] : []),
    ...development.map(([name]) => `${name} must not be set in production: pages would run what no release was checked for.`),
    ...open.map(([name]) => `${name} must start with https:// in production: over http whoever is on the way reads sessions.`),
    ...(!DATABASE_URL && DATA_DIR === "memory" ? ["DATA_DIR must be a folder in production, or DATABASE_URL be set: memory keeps nothing."] : []),
    ...(FILES_DIR === "memory" ? ["FILES_DIR must be a folder in production, or FILES_BUCKET be set: memory keeps nothing."] : []),
    ...(DATABASE_URL && !FILES_DIR && !FILES_BUCKET ? ["FILES_BUCKET or FILES_DIR is needed in production with DATABASE_URL: every server has to find what people upload to any of them."] : []),
    ...(FILES_ENDPOINT && isOpen(FILES_ENDPOINT) ? ["FILES_ENDPOINT must start with https:// in production: over http whoever is on the way reads files."] : []),
    ...short.map(([part]) => `DEPLOY_TOKENS: the token of ${part} must be at least ${SHORTEST_TOKEN} characters long in production, so that nobody guesses it.`),
  ];
}

const isOpen = (address: string) => address.startsWith("http:");

type Environment = Readonly<Record<string, string | undefined>>;

function parse<S extends z.ZodType>(schema: S, env: Environment): z.output<S> {
  // In a shell or a compose file an empty variable means "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path[0]?.toString()} must be ${issue.message}.`).join("\n"));
}

const folderOrMemory = (setting: string) => (setting === "memory" ? undefined : resolve(setting));

const FILES_SETTINGS = { DATA_DIR: true, FILES_DIR: true, FILES_BUCKET: true, FILES_ENDPOINT: true, FILES_REGION: true, FILES_ACCESS_KEY_ID: true, FILES_SECRET_ACCESS_KEY: true } as const;
type FilesSettings = Pick<z.output<typeof environment>, keyof typeof FILES_SETTINGS>;

/** Unless told otherwise, beside the embedded database and gone with it. */
function filesPlaceOf(settings: FilesSettings): FilesPlace {
  const { FILES_BUCKET: bucket, FILES_ENDPOINT: endpoint, FILES_REGION: region, FILES_ACCESS_KEY_ID: accessKeyId, FILES_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (bucket) return { kind: "bucket", bucket, endpoint, region, credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined };
  const folder = folderOrMemory(settings.FILES_DIR ?? (settings.DATA_DIR === "memory" ? "memory" : `${settings.DATA_DIR}-files`));
  return folder === undefined ? { kind: "memory" } : { kind: "folder", folder };
}

/** A site of this machine alone shows its letters itself. */
function mailOf({ SMTP_URL: url, MAIL_FROM: from }: z.output<typeof environment>, isLocal: boolean): Mail {
  if (url && from) return { kind: "smtp", url, from };
  return { kind: isLocal ? "mailbox" : "off" };
}

/** What is said twice, or by half, of where files lie. */
function contradictionsIn({ FILES_DIR, FILES_BUCKET, FILES_ACCESS_KEY_ID, FILES_SECRET_ACCESS_KEY }: FilesSettings): string[] {
  return [
    ...(FILES_DIR && FILES_BUCKET ? ["FILES_DIR and FILES_BUCKET cannot both be set: files lie in one place."] : []),
    ...(!FILES_ACCESS_KEY_ID !== !FILES_SECRET_ACCESS_KEY ? ["FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY are needed together."] : []),
  ];
}

export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Where the database is, for programs that need nothing else of the settings; refuses to guess, which would be another one than the servers'. */
export function readDatabasePlace(env: Environment): { url: string | undefined; dataDir: string | undefined } {
  if (!env["DATABASE_URL"] && !env["DATA_DIR"]) throw new ConfigError("DATABASE_URL or DATA_DIR is needed, as the servers have it.");
  const { DATABASE_URL, DATA_DIR } = parse(environment.pick({ DATABASE_URL: true, DATA_DIR: true }), env);
  return { url: DATABASE_URL, dataDir: folderOrMemory(DATA_DIR) };
}

/** Where files lie, for the same programs; refuses what could be another place than the servers'. */
export function readFilesPlace(env: Environment): FilesPlace {
  const settings = parse(environment.pick({ DATABASE_URL: true, ...FILES_SETTINGS }), env);
  const refusals = contradictionsIn(settings);
  if (settings.DATABASE_URL && !settings.FILES_DIR && !settings.FILES_BUCKET) refusals.push("FILES_DIR or FILES_BUCKET is needed with DATABASE_URL, as the servers have it.");
  if (refusals.length > 0) throw new ConfigError(refusals.join("\n"));
  return filesPlaceOf(settings);
}

/** Reads the settings, or refuses with a text that names each wrong one. */
export function readConfig(env: Environment): Config {
  const settings = parse(environment, env);
  const isProduction = settings.NODE_ENV === "production";
  const emulatorHost = settings.FIREBASE_AUTH_EMULATOR_HOST ?? null;
  const account = settings.FIREBASE_SERVICE_ACCOUNT;
  const refusals: string[] = [];
  if (isProduction && emulatorHost) {
    refusals.push("FIREBASE_AUTH_EMULATOR_HOST must not be set in production: the emulator's tokens are not signed, anybody could be anybody.");
  }
  if (isProduction && !settings.SITE_URL) refusals.push("SITE_URL is needed in production: the address that people use, like https://example.com.");
  const projectId = settings.FIREBASE_PROJECT_ID ?? (emulatorHost ? "demo-conquest" : undefined);
  if (!projectId) refusals.push("FIREBASE_PROJECT_ID is needed (or FIREBASE_AUTH_EMULATOR_HOST, for the local Auth emulator).");
  if (!emulatorHost && !settings.FIREBASE_API_KEY) refusals.push("FIREBASE_API_KEY is needed: the pages sign in with it.");
  refusals.push(...contradictionsIn(settings));
  if (!settings.SMTP_URL !== !settings.MAIL_FROM) refusals.push("SMTP_URL and MAIL_FROM are needed together: letters go by the one, and are from the other.");
  if (isProduction) refusals.push(...weaknessesOf(settings, Boolean(env["DATA_DIR"])));
  if (refusals.length > 0) throw new ConfigError(refusals.join("\n"));

  return {
    isProduction,
    port: settings.PORT,
    host: settings.HOST,
    databaseUrl: settings.DATABASE_URL,
    dataDir: folderOrMemory(settings.DATA_DIR),
    picturesDir: folderOrMemory(settings.PICTURES_DIR),
    files: filesPlaceOf(settings),
    mail: mailOf(settings, !isProduction && emulatorHost !== null),
    publicUrl: settings.SITE_URL ?? `http://localhost:${settings.PORT}`,
    corsOrigins: settings.CORS_ORIGINS,
    trustProxy: settings.TRUST_PROXY,
    joinAmount: settings.JOIN_AMOUNT,
    adminEmails: settings.ADMIN_EMAILS,
    identity: { projectId: projectId!, emulatorHost, serviceAccount: account && { projectId: account.project_id, clientEmail: account.client_email, privateKey: account.private_key } },
    site: {
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
    },
    deployTokens: settings.DEPLOY_TOKENS,
    requestsPerMinute: settings.REQUESTS_PER_MINUTE,
    publicAnswersKeptMs: settings.PUBLIC_ANSWERS_KEPT_MS,
    metricsToken: settings.METRICS_TOKEN,
    developerPanel: settings.DEVELOPER_PANEL ?? (isProduction ? "off" : "allowed"),
    logLevel: settings.LOG_LEVEL,
    devShellUrl: settings.DEV_SHELL_URL,
    devRemotes: settings.DEV_REMOTES,
  };
}
