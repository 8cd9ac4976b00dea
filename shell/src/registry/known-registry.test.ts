import { aRegistry, aRelease } from "../testing/registry-samples";
import { knownRegistry } from "./known-registry";
import type { ReadRegistry } from "./load-registry";

const ROUTES = [{ path: "/", title: "Home", access: "everyone", layout: "site" }];
const release = (part: string, version: string) => aRelease(part, version, { routes: ROUTES });
const entry = (part: string, version: string, previous?: string) => ({
  current: release(part, version),
  previous: previous ? release(part, previous) : null,
});
const whole = (given: Parameters<typeof aRegistry>[0], unreadable: string[] = []): ReadRegistry => ({
  ...aRegistry(given),
  unreadable,
});

/** A page that began with mf-a 1; `now` is what the server says. */
function aPage(now: { is: ReadRegistry | undefined }) {
  const read = async () => now.is;
  const registry = knownRegistry(aRegistry({ "mf-a": entry("mf-a", "1") }), { rest: read, newest: read });
  const versions = () =>
    Object.fromEntries(
      Object.entries(registry.remotes()).map(([part, { current, previous }]) => [
        part,
        [current.version, previous?.version],
      ]),
    );
  return { registry, versions };
}

it("keeps the release that the page began with, when it learns of the rest", async () => {
  const { registry, versions } = aPage({ is: whole({ "mf-a": entry("mf-a", "2", "1"), "mf-b": entry("mf-b", "5") }) });
  expect(registry.isWhole()).toBe(false);
  await registry.complete();
  expect(registry.isWhole()).toBe(true);
  expect(versions()).toEqual({ "mf-a": ["1", "2"], "mf-b": ["5", undefined] });
});

it("takes what there is now of one part, and leaves the others as they were", async () => {
  const now = { is: whole({ "mf-a": entry("mf-a", "1"), "mf-b": entry("mf-b", "5") }) as ReadRegistry | undefined };
  const { registry, versions } = aPage(now);
  await registry.complete();
  now.is = whole({ "mf-a": entry("mf-a", "3"), "mf-b": entry("mf-b", "6", "5") });
  await registry.renew("mf-a");
  expect(versions()).toEqual({ "mf-a": ["3", undefined], "mf-b": ["5", "6"] });
});

it.each<[string, ReadRegistry | undefined]>([
  ["cannot be read", undefined],
  ["has the part no more", whole({ "mf-b": entry("mf-b", "5") })],
  ["has an entry of it that cannot be read", whole({}, ["mf-a"])],
])("leaves a part as it is known where the registry %s", async (_, is) => {
  const { registry, versions } = aPage({ is });
  await registry.renew("mf-a");
  expect(versions()).toMatchObject({ "mf-a": ["1", undefined] });
});

it("is not whole while there is a part that it cannot read", async () => {
  const now = { is: whole({}, ["mf-b"]) as ReadRegistry | undefined };
  const { registry } = aPage(now);
  await registry.complete();
  expect(registry.isWhole()).toBe(false);
  now.is = whole({ "mf-b": entry("mf-b", "5") });
  await registry.complete();
  expect(registry.isWhole()).toBe(true);
});
