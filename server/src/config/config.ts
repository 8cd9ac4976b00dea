import type { SiteConfig } from "@conquest/shared/contracts/parts/site-config";
import { contradictionsIn, storageConfigOf, folderOrMemory } from "./storage-config";
import { ConfigError, environment, parseEach, SOCIAL_NAMES, type Environment, type Settings } from "./settings";
import { insecureSettings } from "./insecure-settings";

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
      "FIREBASE_AUTH_EMULATOR_HOST must not be set in production: the emulator's tokens are not signed, anybody could be anybody.",
    );
  if (isProduction && !settings.SITE_URL)
    problems.push("SITE_URL is needed in production: the address that people use, like https://example.com.");
  const projectId = settings.FIREBASE_PROJECT_ID ?? (emulatorHost ? "demo-conquest" : undefined);
  if (!projectId)
    problems.push("FIREBASE_PROJECT_ID is needed (or FIREBASE_AUTH_EMULATOR_HOST, for the local Auth emulator).");
  if (!emulatorHost && !settings.FIREBASE_API_KEY)
    problems.push("FIREBASE_API_KEY is needed: the pages sign in with it.");
  problems.push(...contradictionsIn(settings));
  if (!settings.SMTP_URL !== !settings.MAIL_FROM)
    problems.push("SMTP_URL and MAIL_FROM are needed together: letters go by the one, and are from the other.");
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
    databaseUrl: settings.DATABASE_URL,
    dataDir: folderOrMemory(settings.DATA_DIR),
    picturesDir: folderOrMemory(settings.PICTURES_DIR),
    files: storageConfigOf(settings),
    mail: mailOf(settings, !isProduction && emulatorHost !== null),
    publicUrl: settings.SITE_URL ?? `http://localhost:${settings.PORT}`,
    corsOrigins: settings.CORS_ORIGINS as readonly string[],
    trustProxy: settings.TRUST_PROXY,
    joinAmount: settings.JOIN_AMOUNT,
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
