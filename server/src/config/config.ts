import type { JoinAmount, SiteConfig } from "@conquest/shared/contracts/parts/site-config";
import { contradictionsIn, filesPlaceOf, folderOrMemory, type FilesPlace } from "./storage-config";
import { ConfigError, environment, parseEach, SOCIAL_NAMES, type Environment, type Settings } from "./settings";
import { insecureSettings } from "./insecure-settings";

export interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  privateKey: string;
}

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

/** A site of this machine alone shows its letters itself. */
function mailOf({ SMTP_URL: url, MAIL_FROM: from }: Settings, isLocal: boolean): Mail {
  if (url && from) return { kind: "smtp", url, from };
  return { kind: isLocal ? "mailbox" : "off" };
}

/** Reads the settings, or refuses with a text that names each wrong one. */
export function readConfig(env: Environment): Config {
  const { settings, unreadable } = parseEach(environment, env);
  const isProduction = settings.NODE_ENV === "production";
  const emulatorHost = settings.FIREBASE_AUTH_EMULATOR_HOST ?? null;
  const account = settings.FIREBASE_SERVICE_ACCOUNT;
  const refusals: string[] = [];
  if (isProduction && emulatorHost) {
    refusals.push(
      "FIREBASE_AUTH_EMULATOR_HOST must not be set in production: the emulator's tokens are not signed, anybody could be anybody.",
    );
  }
  if (isProduction && !settings.SITE_URL)
    refusals.push("SITE_URL is needed in production: the address that people use, like https://example.com.");
  const projectId = settings.FIREBASE_PROJECT_ID ?? (emulatorHost ? "demo-conquest" : undefined);
  if (!projectId)
    refusals.push("FIREBASE_PROJECT_ID is needed (or FIREBASE_AUTH_EMULATOR_HOST, for the local Auth emulator).");
  if (!emulatorHost && !settings.FIREBASE_API_KEY)
    refusals.push("FIREBASE_API_KEY is needed: the pages sign in with it.");
  refusals.push(...contradictionsIn(settings));
  if (!settings.SMTP_URL !== !settings.MAIL_FROM)
    refusals.push("SMTP_URL and MAIL_FROM are needed together: letters go by the one, and are from the other.");
  if (isProduction) refusals.push(...insecureSettings(settings, Boolean(env["DATA_DIR"])));
  // What is wrong is not missing.
  const others = refusals.filter((refusal) => ![...unreadable.keys()].some((name) => refusal.startsWith(`${name} `)));
  const all = [...unreadable.values(), ...others];
  if (all.length > 0) throw new ConfigError(all.join("\n"));

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
    identity: {
      projectId: projectId!,
      emulatorHost,
      serviceAccount: account && {
        projectId: account.project_id,
        clientEmail: account.client_email,
        privateKey: account.private_key,
      },
    },
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
