import { siteConfig } from "@conquest/shared/contracts/parts/site-config";
import { config, provideConfig, type SiteConfig } from "./config";

const whole: SiteConfig = {
  apiBase: "/api",
  isProduction: true,
  identity: { kind: "firebase", emulatorUrl: null, apiKey: "key", authDomain: "example.org", projectId: "conquest" },
  social: [{ name: "github", href: "https://github.com/conquest" }],
};
const { identity } = whole;

it.each([
  whole,
  { ...whole, mediaVersion: "v1" },
  { ...whole, joinAmount: "registrationPrice" },
  { ...whole, social: [], identity: { ...identity, kind: "emulator", emulatorUrl: "http://localhost:9099" } },
])("takes what the contract describes, %#", (value) => {
  expect(siteConfig.safeParse(value).success).toBe(true);
  provideConfig(value);
  expect(config()).toEqual(value);
});

it.each([
  undefined,
  null,
  "",
  {},
  { ...whole, apiBase: 1 },
  { ...whole, isProduction: "true" },
  { ...whole, identity: null },
  { ...whole, identity: { ...identity, kind: "other" } },
  { ...whole, identity: { ...identity, emulatorUrl: undefined } },
  { ...whole, identity: { ...identity, apiKey: null } },
  { ...whole, social: {} },
  { ...whole, mediaVersion: null },
  { ...whole, joinAmount: "nothing" },
  { ...whole, social: [null] },
  { ...whole, social: [{ name: "nowhere", href: "https://example.org" }] },
])("refuses what the contract refuses, %#", (value) => {
  expect(siteConfig.safeParse(value).success).toBe(false);
  expect(() => provideConfig(value)).toThrow("cannot be read");
});
