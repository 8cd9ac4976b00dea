import { z } from "zod";
import { LANGUAGES } from "@conquest/shared/contracts/parts/languages";
import { JOIN_AMOUNTS } from "@conquest/shared/contracts/parts/site-config";
import {
  emails,
  httpAddress,
  httpsAddress,
  isToken,
  jsonRecord,
  list,
  mailbox,
  onOrOff,
  origin,
  postgresAddress,
  projectId,
  proxies,
  serviceAccount,
  MIN_TOKEN_LENGTH,
  smtpAddress,
  wholeNumber,
} from "./setting-types";

export const SOCIAL_NAMES = ["facebook", "x", "instagram", "youtube", "linkedin", "github"] as const;

export const environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"], "production, development or test").default("development"),
  PORT: wholeNumber("a port number, at most 65535", { least: 0, most: 65_535 }).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "the name or the address of a network interface, like 127.0.0.1")
    .default("127.0.0.1"),
  DATABASE_URL: postgresAddress.optional(),
  /** Bypasses a pooler; its presence means that DATABASE_URL may be one. */
  DATABASE_DIRECT_URL: postgresAddress.optional(),
  DATABASE_POOL_SIZE: wholeNumber("a whole number from 2 to 1000", { least: 2, most: 1000 }).default(10),
  DATABASE_PREPARED_STATEMENTS: onOrOff.default(true),
  /** Streaming replicas of the database of DATABASE_URL. */
  DATABASE_READ_URLS: list.pipe(z.array(postgresAddress)),
  DATABASE_MAX_REPLICA_LAG_MS: wholeNumber("a whole number of milliseconds from 500 to 60000", {
    least: 500,
    most: 60_000,
  }).default(1_000),
  MIGRATE_AT_START: onOrOff.default(true),
  DATA_DIR: z.string().default(".conquest/database"),
  /** Folder of resized pictures; `memory` recreates them after a restart. */
  PICTURES_DIR: z.string().default(".conquest/pictures"),
  /** Folder of uploaded files, shared by all servers; `memory` stores nothing. */
  FILES_DIR: z.string().optional(),
  /** Instead of the folder: a bucket of Amazon S3, or of a compatible service at an endpoint. */
  FILES_BUCKET: z
    .string()
    .regex(/^[\w.-]{3,63}$/, "the name of a bucket")
    .optional(),
  FILES_ENDPOINT: httpAddress.optional(),
  FILES_REGION: z.string().default("us-east-1"),
  FILES_ACCESS_KEY_ID: z.string().optional(),
  FILES_SECRET_ACCESS_KEY: z.string().optional(),
  SITE_URL: origin.optional(),
  /** Base URL of the API for the pages: a path of this site, or the URL of another origin. */
  API_BASE: z.union([z.string().regex(/^\/[\w/-]*$/), httpAddress], "a path like /api, or an address").default("/api"),
  CORS_ORIGINS: list.pipe(z.array(origin)),
  TRUST_PROXY: proxies,
  LANGUAGES: z
    .enum(["en", "en,bn"], "en or en,bn")
    .default("en,bn")
    .transform((text) => LANGUAGES.filter((language) => text.split(",").includes(language))),
  JOIN_AMOUNT: z.enum(JOIN_AMOUNTS, "prize or registrationPrice").default("prize"),
  /** Mail server: smtps://user:password@host:465, or smtp:// with STARTTLS. */
  SMTP_URL: smtpAddress.optional(),
  MAIL_FROM: mailbox.optional(),
  ADMIN_EMAILS: emails,
  FIREBASE_PROJECT_ID: projectId.optional(),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_AUTH_DOMAIN: z
    .string()
    .regex(/^[\w.-]+(:\d+)?$/, "the name of a host, like conquest.firebaseapp.com")
    .optional(),
  FIREBASE_SERVICE_ACCOUNT: serviceAccount.optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^[\w.-]+:\d+$/, "host:port")
    .optional(),
  ...(Object.fromEntries(
    SOCIAL_NAMES.map((name) => [`SOCIAL_${name.toUpperCase()}`, httpsAddress.optional()]),
  ) as Record<`SOCIAL_${Uppercase<(typeof SOCIAL_NAMES)[number]>}`, z.ZodOptional<typeof httpsAddress>>),
  DEPLOY_TOKENS: jsonRecord,
  REQUESTS_PER_MINUTE: wholeNumber("a whole number, at least 1", { least: 1 }).default(1200),
  PUBLIC_ANSWERS_KEPT_MS: wholeNumber("a whole number of milliseconds, at most 2000", { least: 0, most: 2000 }).default(
    1000,
  ),
  METRICS_TOKEN: z
    .string()
    .refine(isToken, `at least ${MIN_TOKEN_LENGTH} characters long, without spaces, < and >`)
    .optional(),
  /** Developer panel: off, shown to browsers that ask for it, or shown to everyone. */
  DEVELOPER_PANEL: z.enum(["off", "allowed", "on"], "off, allowed or on").optional(),
  LOG_LEVEL: z
    .enum(
      ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
      "fatal, error, warn, info, debug, trace or silent",
    )
    .default("info"),
  /** Development only: URL of the shell's dev server, and those of the micro-frontends by name. */
  DEV_SHELL_URL: httpAddress.optional(),
  DEV_REMOTES: jsonRecord,
});

export const SETTINGS = Object.keys(environment.shape);

export type Settings = z.output<typeof environment>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Parses the settings, and returns invalid ones as sentences by name; the others are parsed without them. */
export function parseEach<S extends z.ZodType>(schema: S, env: Environment) {
  // An empty variable means "not set" in shells and compose files, and surrounding spaces are ignored.
  const nonEmpty = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
  const parsed = schema.safeParse(nonEmpty);
  if (parsed.success) return { settings: parsed.data, unreadable: new Map() };
  const invalid = new Map(
    parsed.error.issues.map(({ path: [name], message }) => [String(name), `${String(name)} must be ${message}.`]),
  );
  return {
    settings: schema.parse(Object.fromEntries(Object.entries(nonEmpty).filter(([name]) => !invalid.has(name)))),
    unreadable: invalid,
  };
}

export function parse<S extends z.ZodType>(schema: S, env: Environment): z.output<S> {
  const { settings, unreadable: invalid } = parseEach(schema, env);
  if (invalid.size > 0) throw new ConfigError([...invalid.values()].join("\n"));
  return settings;
}

export class ConfigError extends Error {
  override name = "ConfigError";
}
