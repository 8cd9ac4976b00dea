import { siteConfig } from "@conquest/shared/contracts/parts/site-config";
import { config, provideConfig, type SiteConfig } from "./config";

const valid: SiteConfig = {
  apiBase: "/api",
  isProduction: true,
  identity: { kind: "firebase", emulatorUrl: null, apiKey: "key", authDomain: "example.org", projectId: "conquest" },
  social: [{ name: "github", href: "https://github.com/conquest" }],
};
const { identity } = valid;

it.each([
  valid,
  { ...valid, mediaVersion: "v1" },
  { ...valid, joinAmount: "registrationPrice" },
  { ...valid, social: [], identity: { ...identity, kind: "emulator", emulatorUrl: "http://localhost:9099" } },
])("accepts a valid configuration, %#", (value) => {
  expect(siteConfig.safeParse(value).success).toBe(true);
  provideConfig(value);
  expect(config()).toEqual(value);
});

it.each([
  undefined,
  null,
  "",
  {},
  { ...valid, apiBase: 1 },
  { ...valid, isProduction: "true" },
  { ...valid, identity: null },
  { ...valid, identity: { ...identity, kind: "other" } },
  { ...valid, identity: { ...identity, emulatorUrl: undefined } },
  { ...valid, identity: { ...identity, apiKey: null } },
  { ...valid, social: {} },
  { ...valid, mediaVersion: null },
  { ...valid, joinAmount: "nothing" },
  { ...valid, social: [null] },
  { ...valid, social: [{ name: "nowhere", href: "https://example.org" }] },
])("rejects an invalid configuration, %#", (value) => {
  expect(siteConfig.safeParse(value).success).toBe(false);
  expect(() => provideConfig(value)).toThrow("cannot be read");
});
