import { generateKeyPairSync } from "node:crypto";
import { resolve } from "node:path";
import { readConfig } from "./config";
import { readDatabaseConfig, readStorageConfig } from "./storage-config";
import { ConfigError } from "./settings";

const LOCAL = { FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9099" };
const PRODUCTION = {
  NODE_ENV: "production",
  SITE_URL: "https://conquest.example",
  FIREBASE_PROJECT_ID: "conquest",
  FIREBASE_API_KEY: "key",
  DATA_DIR: "/srv/data",
};

const SERVICE_ACCOUNT = {
  project_id: "conquest",
  client_email: "server@conquest.example",
  private_key: generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  }).privateKey,
};

const ELLIPTIC_KEY = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
}).privateKey;

const errorFor = (env: Record<string, string>) => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("These settings were accepted.");
};

it("runs locally with only the emulator's address", () => {
  expect(readConfig(LOCAL)).toMatchObject({
    isProduction: false,
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    database: { url: undefined, directUrl: undefined, poolSize: 10, preparesStatements: true },
    migratesAtStart: true,
    joinAmount: "prize",
    site: {
      apiBase: "/api",
      identity: { kind: "emulator", emulatorUrl: "http://127.0.0.1:9099", projectId: "demo-conquest" },
      social: [],
    },
  });
});

it("runs in production with a real project", () => {
  const config = readConfig(PRODUCTION);
  expect(config.isProduction).toBe(true);
  expect(config.identity.emulatorHost).toBeNull();
  expect(config.site.identity).toEqual({
    kind: "firebase",
    emulatorUrl: null,
    apiKey: "key",
    authDomain: "conquest.firebaseapp.com",
    projectId: "conquest",
  });
});

it("disables the developer panel in production by default", () => {
  expect(readConfig(LOCAL).developerPanel).toBe("allowed");
  expect(readConfig(PRODUCTION).developerPanel).toBe("off");
  expect(readConfig({ ...PRODUCTION, DEVELOPER_PANEL: "allowed" }).developerPanel).toBe("allowed");
});

it("rejects the emulator in production, with a reason", () => {
  expect(errorFor({ ...PRODUCTION, ...LOCAL })).toMatch(/FIREBASE_AUTH_EMULATOR_HOST must not be set in production/);
});

it.each([
  ["SITE_URL", "http://conquest.example", /SITE_URL must start with https/],
  ["API_BASE", "http://api.conquest.example", /API_BASE must start with https/],
  ["CORS_ORIGINS", "https://a.example,http://b.example", /CORS_ORIGINS must start with https/],
  ["DATA_DIR", "memory", /DATA_DIR must be a folder/],
  ["FILES_DIR", "memory", /FILES_DIR must be a folder/],
  ["DEV_SHELL_URL", "http://127.0.0.1:3000", /DEV_SHELL_URL must not be set/],
  ["DEV_REMOTES", '{"mf-public":"http://127.0.0.1:3001"}', /DEV_REMOTES must not be set/],
  ["DEPLOY_TOKENS", '{"mf-public":"short"}', /the token of mf-public must be at least 16/],
  ["DEPLOY_TOKENS", '{"*":"<the output of: openssl rand -base64 24>"}', /without spaces, < and >/],
  ["DEPLOY_TOKENS", `{"mf-public":"${" ".repeat(20)}"}`, /without spaces, < and >/],
])("rejects %s=%s in production only", (name, value, reason) => {
  expect(errorFor({ ...PRODUCTION, [name]: value })).toMatch(reason);
  expect(readConfig({ ...LOCAL, [name]: value }).isProduction).toBe(false);
});

it("rejects a bucket over http in production only", () => {
  const bucket = { FILES_BUCKET: "conquest-files", FILES_ENDPOINT: "http://files.example" };
  expect(errorFor({ ...PRODUCTION, ...bucket })).toMatch(/FILES_ENDPOINT must start with https/);
  expect(readConfig({ ...LOCAL, ...bucket }).files).toMatchObject({ endpoint: "http://files.example" });
});

it.each([
  ["invalid JSON", "{", /the JSON of a service account/],
  ["other JSON", "[]", /the JSON of a service account/],
  [
    "no key",
    JSON.stringify({ project_id: "conquest", client_email: "server@conquest.example" }),
    /with its private_key/,
  ],
  ["no address", JSON.stringify({ ...SERVICE_ACCOUNT, client_email: "" }), /with its client_email/],
  ["no project", JSON.stringify({ ...SERVICE_ACCOUNT, project_id: " " }), /with its project_id/],
  [
    "a key of another kind",
    JSON.stringify({ ...SERVICE_ACCOUNT, private_key: ELLIPTIC_KEY }),
    /a whole RSA key in PEM/,
  ],
  [
    "a truncated key",
    JSON.stringify({ ...SERVICE_ACCOUNT, private_key: SERVICE_ACCOUNT.private_key.slice(0, 200) }),
    /a whole RSA key in PEM/,
  ],
])("rejects a service account with %s", (_, value, reason) => {
  expect(errorFor({ ...PRODUCTION, FIREBASE_SERVICE_ACCOUNT: value })).toMatch(reason);
});

it("accepts a service account from the Firebase console", () => {
  const { identity } = readConfig({
    ...PRODUCTION,
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({ type: "service_account", ...SERVICE_ACCOUNT }),
  });
  expect(identity.serviceAccount).toMatchObject({ projectId: "conquest", clientEmail: "server@conquest.example" });
});

it("stores files next to the embedded database by default", () => {
  expect(readConfig(LOCAL).files).toEqual({ kind: "folder", folder: resolve(".conquest/database-files") });
  expect(readConfig({ ...LOCAL, DATA_DIR: "/srv/data" }).files).toEqual({ kind: "folder", folder: "/srv/data-files" });
  expect(readConfig({ ...LOCAL, DATA_DIR: "memory" }).files).toEqual({ kind: "memory" });
  expect(readConfig({ ...LOCAL, FILES_DIR: "/srv/files" }).files).toEqual({ kind: "folder", folder: "/srv/files" });
  const bucket = {
    FILES_BUCKET: "conquest-files",
    FILES_ENDPOINT: "https://files.example",
    FILES_ACCESS_KEY_ID: "key",
    FILES_SECRET_ACCESS_KEY: "secret",
  };
  expect(readConfig({ ...LOCAL, ...bucket }).files).toEqual({
    kind: "bucket",
    bucket: "conquest-files",
    endpoint: "https://files.example",
    region: "us-east-1",
    credentials: { accessKeyId: "key", secretAccessKey: "secret" },
  });
  expect(readConfig({ ...LOCAL, FILES_BUCKET: "conquest-files" }).files).toMatchObject({
    endpoint: undefined,
    credentials: undefined,
  });
});

it("requires shared file storage in production with DATABASE_URL", () => {
  const shared = { ...PRODUCTION, DATABASE_URL: "postgres://conquest@localhost/conquest" };
  expect(errorFor(shared)).toMatch(/FILES_BUCKET or FILES_DIR is required in production with DATABASE_URL/);
  expect(readConfig({ ...shared, FILES_DIR: "/srv/files" }).files).toEqual({ kind: "folder", folder: "/srv/files" });
  expect(readConfig({ ...shared, FILES_BUCKET: "conquest-files" }).files.kind).toBe("bucket");
});

it("requires a named database in production and for commands", () => {
  expect(errorFor({ ...PRODUCTION, DATA_DIR: "" })).toMatch(
    /^DATABASE_URL is required in production, or DATA_DIR with the folder of an embedded database/,
  );
  expect(readConfig(PRODUCTION).database.dataDir).toBe("/srv/data");
  expect(() => readDatabaseConfig({ DATABASE_URL: "", FILES_DIR: "/srv/files" })).toThrow(
    "DATABASE_URL or DATA_DIR is required, with the same value as on the servers.",
  );
  expect(readDatabaseConfig({ DATA_DIR: "/srv/data" })).toEqual({ url: undefined, dataDir: "/srv/data" });
});

it("gives servers the pooler and commands the direct address", () => {
  const pooled = {
    DATABASE_URL: "postgres://conquest@pooler:6432/conquest",
    DATABASE_DIRECT_URL: "postgres://conquest@db:5432/conquest",
  };
  expect(
    readConfig({
      ...LOCAL,
      ...pooled,
      DATABASE_POOL_SIZE: "4",
      DATABASE_PREPARED_STATEMENTS: "off",
      DATABASE_READ_URLS: "postgres://one/conquest, postgres://two/conquest",
      MIGRATE_AT_START: "off",
    }),
  ).toMatchObject({
    database: {
      url: pooled.DATABASE_URL,
      directUrl: pooled.DATABASE_DIRECT_URL,
      poolSize: 4,
      preparesStatements: false,
      readUrls: ["postgres://one/conquest", "postgres://two/conquest"],
      maxReplicaLagMs: 1_000,
    },
    migratesAtStart: false,
  });
  expect(readDatabaseConfig(pooled)).toMatchObject({ url: pooled.DATABASE_DIRECT_URL, poolerUrl: pooled.DATABASE_URL });
  expect(readDatabaseConfig({ DATABASE_URL: pooled.DATABASE_URL })).toMatchObject({
    url: pooled.DATABASE_URL,
    poolerUrl: undefined,
  });
  const alone = { DATABASE_DIRECT_URL: pooled.DATABASE_DIRECT_URL, DATA_DIR: "/srv/data" };
  expect(errorFor({ ...LOCAL, ...alone })).toMatch(/^DATABASE_DIRECT_URL belongs to a pooler: set DATABASE_URL/);
  expect(() => readDatabaseConfig(alone)).toThrow(/^DATABASE_DIRECT_URL belongs to a pooler/);
});

it("gives commands the file storage, and requires it with DATABASE_URL", () => {
  const database = { DATABASE_URL: "postgres://conquest@localhost/conquest" };
  expect(readStorageConfig({ DATA_DIR: "/srv/data" })).toEqual({ kind: "folder", folder: "/srv/data-files" });
  expect(readStorageConfig({ ...database, FILES_DIR: "/srv/files" })).toEqual({ kind: "folder", folder: "/srv/files" });
  expect(readStorageConfig({ ...database, FILES_BUCKET: "conquest-files" }).kind).toBe("bucket");
  expect(() => readStorageConfig(database)).toThrow(/FILES_DIR or FILES_BUCKET is required with DATABASE_URL/);
});

it.each([
  [{ FILES_DIR: "/srv/files", FILES_BUCKET: "conquest-files" }, /cannot both be set/],
  [{ FILES_BUCKET: "conquest-files", FILES_ACCESS_KEY_ID: "key" }, /must be set together/],
])("rejects incomplete or duplicate file storage settings (%j)", (settings, reason) => {
  expect(errorFor({ ...LOCAL, ...settings })).toMatch(reason);
});

it("reports invalid, missing and insecure settings together, each once", () => {
  const message = errorFor({
    NODE_ENV: "production",
    METRICS_TOKEN: "short",
    SITE_URL: "conquest.example",
    API_BASE: "http://api.conquest.example",
    FIREBASE_API_KEY: "key",
    DATA_DIR: "/srv/data",
  });
  expect(message.split("\n").map((line) => line.split(" ")[0])).toEqual([
    "SITE_URL",
    "METRICS_TOKEN",
    "FIREBASE_PROJECT_ID",
    "API_BASE",
  ]);
});

it("names every missing setting at once", () => {
  const message = errorFor({ NODE_ENV: "production" });
  expect(message).toMatch(/SITE_URL is required/);
  expect(message).toMatch(/FIREBASE_PROJECT_ID is required/);
  expect(message).toMatch(/FIREBASE_API_KEY is required/);
  expect(message).toMatch(/DATABASE_URL is required/);
});

it.each([
  ["NODE_ENV", "prod"],
  ["DEPLOY_TOKENS", '["a"]'],
  ["DEPLOY_TOKENS", '{"mf-public":1}'],
  ["PORT", "http"],
  ["PORT", "70000"],
  ["PORT", "0x10"],
  ["PORT", "3e3"],
  ["SITE_URL", "https://a.example,https://b.example"],
  ["SITE_URL", "https://a.example;b.example"],
  ["SITE_URL", "https://user:secret@a.example"],
  ["SITE_URL", "https://a.example/site"],
  ["FIREBASE_PROJECT_ID", "<my project>"],
  ["FIREBASE_AUTH_DOMAIN", "https://conquest.firebaseapp.com/"],
  ["SMTP_URL", "smtp://"],
  ["SMTP_URL must be an address whose user and password are percent-encoded", "smtps://user:100%@mail.example.com:465"],
  ["METRICS_TOKEN", "<the same again, as long as it is>"],
  ["FILES_ENDPOINT belongs to a bucket", "https://files.example"],
  ["DATABASE_URL", "postgres://localhost/conquest?sslmode=verify-full&sslrootcert=/nowhere.pem"],
  ["DATABASE_URL", "mysql://localhost/conquest"],
  ["DATABASE_DIRECT_URL", "localhost:5432"],
  ["DATABASE_POOL_SIZE must be a whole number from 2", "1"],
  ["DATABASE_POOL_SIZE", "many"],
  ["DATABASE_PREPARED_STATEMENTS must be on or off", "yes"],
  ["DATABASE_READ_URLS", "postgres://one/conquest, mysql://two/conquest"],
  ["DATABASE_READ_URLS belongs to PostgreSQL: set DATABASE_URL", "postgres://one/conquest"],
  ["DATABASE_MAX_REPLICA_LAG_MS must be a whole number of milliseconds from 500", "100"],
  ["MIGRATE_AT_START must be on or off", "no"],
  ["SITE_URL", "conquest.example"],
  ["DEVELOPER_PANEL", "yes"],
  ["JOIN_AMOUNT", "nothing"],
  ["LANGUAGES", "bn"],
  ["CORS_ORIGINS", "*"],
  ["CORS_ORIGINS", "https://*.conquest.example"],
  ["DEPLOY_TOKENS", "secret"],
  ["SOCIAL_X", "http://x.com/conquest"],
  ["LOG_LEVEL", "loud"],
  ["FILES_BUCKET", "no/name"],
  ["FILES_ENDPOINT", "files.example"],
  ["ADMIN_EMAILS", "notanemail"],
  ["ADMIN_EMAILS", "owner@example.com second@example.com"],
  ["HOST", "http://localhost"],
  ["REQUESTS_PER_MINUTE must be a whole number", "0"],
  ["REQUESTS_PER_MINUTE must be a whole number", "many"],
])("rejects %s=%s by name", (name, value) => {
  expect(errorFor({ ...LOCAL, [name.split(" ")[0]!]: value })).toContain(name);
});

it("accepts the address of a machine as SITE_URL", () => {
  for (const SITE_URL of ["http://[::1]:3000", "http://127.0.0.1:3000", "https://xn--80ak6aa92e.example"])
    expect(readConfig({ ...LOCAL, SITE_URL }).publicUrl).toBe(SITE_URL);
});

it("treats an empty variable as not set", () => {
  expect(
    readConfig({ ...LOCAL, PORT: " 3001 ", SITE_URL: "https://conquest.example/", METRICS_TOKEN: " " }),
  ).toMatchObject({ port: 3001, publicUrl: "https://conquest.example", metricsToken: undefined });
  expect(readConfig({ ...LOCAL, PORT: " ", DATABASE_URL: "", ADMIN_EMAILS: "" })).toMatchObject({
    port: 3000,
    database: { url: undefined },
    adminEmails: [],
  });
});

it("offers both languages unless LANGUAGES names only English", () => {
  expect(readConfig(LOCAL).languages).toEqual(["en", "bn"]);
  expect(readConfig({ ...LOCAL, LANGUAGES: "en" }).languages).toEqual(["en"]);
});

it("canonicalizes the admins' emails", () => {
  expect(readConfig({ ...LOCAL, ADMIN_EMAILS: " Owner@Example.com , second@example.com" }).adminEmails).toEqual([
    "owner@example.com",
    "second@example.com",
  ]);
});

it("lists only the configured social accounts", () => {
  expect(readConfig({ ...LOCAL, SOCIAL_GITHUB: "https://github.com/conquest" }).site.social).toEqual([
    { name: "github", href: "https://github.com/conquest" },
  ]);
});

it("trusts only the configured proxies", () => {
  const trust = (TRUST_PROXY: string) => readConfig({ ...LOCAL, TRUST_PROXY }).trustProxy;
  expect([
    trust(""),
    trust("false"),
    trust("1"),
    trust("10.0.0.0/8"),
    trust("loopback, ::1"),
    trust("fc00::/7, ::ffff:10.0.0.0/104"),
  ]).toEqual([false, false, 1, "10.0.0.0/8", "loopback, ::1", "fc00::/7, ::ffff:10.0.0.0/104"]);
});

it.each([
  "true",
  "yes",
  "99",
  "0.0.0.0/1,128.0.0.0/1",
  "::/3",
  "::ffff:0:0/96",
  "0:0:0:0:0:ffff::/97",
  "::/8",
  "10.0.0.0/0",
  "10.0.0.0/33",
  "10.0.0",
  "-1",
])("rejects trusting every proxy (%s)", (TRUST_PROXY) => {
  expect(errorFor({ ...LOCAL, TRUST_PROXY })).toMatch(/TRUST_PROXY must be the number of proxies in front/);
});

describe("emails", () => {
  const SMTP = {
    SMTP_URL: "smtps://user:secret@mail.example.com:465",
    MAIL_FROM: "Conquest <letters@conquest.example>",
  };

  it("use the mailbox page with the emulator, SMTP if configured, or nothing", () => {
    expect(readConfig(LOCAL).mail).toEqual({ kind: "mailbox" });
    expect(readConfig(PRODUCTION).mail).toEqual({ kind: "off" });
    expect(readConfig({ ...PRODUCTION, ...SMTP }).mail).toEqual({
      kind: "smtp",
      url: SMTP.SMTP_URL,
      from: SMTP.MAIL_FROM,
    });
    expect(readConfig({ ...LOCAL, ...SMTP }).mail).toMatchObject({ kind: "smtp" });
  });

  it.each([
    [{ SMTP_URL: SMTP.SMTP_URL }, /SMTP_URL and MAIL_FROM must be set together/],
    [{ MAIL_FROM: SMTP.MAIL_FROM }, /SMTP_URL and MAIL_FROM must be set together/],
    [{ ...SMTP, SMTP_URL: "https://mail.example.com" }, /SMTP_URL must be an address like smtps:/],
    [{ ...SMTP, MAIL_FROM: "Conquest" }, /MAIL_FROM must be an address like/],
    [{ ...SMTP, MAIL_FROM: "Conquest <a@b.example>\nBcc: all@b.example" }, /MAIL_FROM must be an address like/],
    [{ ...SMTP, MAIL_FROM: "a@b.example, c@d.example" }, /MAIL_FROM must be an address like/],
  ])("reject the settings %j", (settings, message) =>
    expect(errorFor({ ...PRODUCTION, ...settings })).toMatch(message),
  );
});
