import { ConfigError, readConfig } from "./config";

const LOCAL = { FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9099" };
const PRODUCTION = { NODE_ENV: "production", SITE_URL: "https://conquest.example", FIREBASE_PROJECT_ID: "conquest", FIREBASE_API_KEY: "key" };

const refusalOf = (env: Record<string, string>) => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("These settings were accepted.");
};

it("needs nothing but the emulator's address to run locally", () => {
  expect(readConfig(LOCAL)).toMatchObject({
    isProduction: false,
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    databaseUrl: undefined,
    joinAmount: "prize",
    site: { apiBase: "/api", identity: { kind: "emulator", emulatorUrl: "http://127.0.0.1:9099", projectId: "demo-conquest" }, social: [] },
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

it("has no developer panel in production, unless it is told to", () => {
  expect(readConfig(LOCAL).developerPanel).toBe("allowed");
  expect(readConfig(PRODUCTION).developerPanel).toBe("off");
  expect(readConfig({ ...PRODUCTION, DEVELOPER_PANEL: "allowed" }).developerPanel).toBe("allowed");
});

it("refuses the emulator in production, and says why", () => {
  expect(refusalOf({ ...PRODUCTION, ...LOCAL })).toMatch(/FIREBASE_AUTH_EMULATOR_HOST must not be set in production/);
});

it("names every missing setting at once", () => {
  const message = refusalOf({ NODE_ENV: "production" });
  expect(message).toMatch(/SITE_URL is needed/);
  expect(message).toMatch(/FIREBASE_PROJECT_ID is needed/);
  expect(message).toMatch(/FIREBASE_API_KEY is needed/);
});

it.each([
  ["PORT", "http"],
  ["PORT", "70000"],
  ["DATABASE_URL", "mysql://localhost/conquest"],
  ["SITE_URL", "conquest.example"],
  ["DEVELOPER_PANEL", "yes"],
  ["JOIN_AMOUNT", "nothing"],
  ["CORS_ORIGINS", "*"],
  ["DEPLOY_TOKENS", "secret"],
  ["SOCIAL_X", "http://x.com/conquest"],
  ["LOG_LEVEL", "loud"],
])("refuses %s=%s by its name", (name, value) => {
  expect(refusalOf({ ...LOCAL, [name]: value })).toContain(name);
});

it("takes an empty variable as one that is not set", () => {
  expect(readConfig({ ...LOCAL, PORT: "", DATABASE_URL: "", ADMIN_EMAILS: "" })).toMatchObject({ port: 3000, databaseUrl: undefined, adminEmails: [] });
});

it("compares admins' addresses in their canonical form", () => {
  expect(readConfig({ ...LOCAL, ADMIN_EMAILS: " Owner@Example.com , second@example.com" }).adminEmails).toEqual([
    "owner@example.com",
    "second@example.com",
  ]);
});

it("shows only the social accounts that are configured", () => {
  expect(readConfig({ ...LOCAL, SOCIAL_GITHUB: "https://github.com/conquest" }).site.social).toEqual([
    { name: "github", href: "https://github.com/conquest" },
  ]);
});

it("believes proxies only as far as it is told", () => {
  const trust = (TRUST_PROXY: string) => readConfig({ ...LOCAL, TRUST_PROXY }).trustProxy;
  expect([trust(""), trust("1"), trust("true"), trust("10.0.0.0/8")]).toEqual([false, 1, true, "10.0.0.0/8"]);
});
