import { aRegistry, aRelease } from "../testing/registry-samples";
import { createPageRegistry } from "./page-registry";
import type { ParsedRegistry } from "./load-registry";

const ROUTES = [{ path: "/", title: "Home", access: "everyone", layout: "site" }];
const release = (part: string, version: string) => aRelease(part, version, { routes: ROUTES });
const entry = (part: string, version: string, previous?: string) => ({
  current: release(part, version),
  previous: previous ? release(part, previous) : null,
});
const readRegistry = (remotes: Parameters<typeof aRegistry>[0], unreadable: string[] = []): ParsedRegistry => ({
  ...aRegistry(remotes),
  unreadable,
});

function aPage(now: { is: ParsedRegistry | undefined }) {
  const read = async () => now.is;
  const registry = createPageRegistry(aRegistry({ "mf-a": entry("mf-a", "1") }), { rest: read, newest: read });
  const versions = () =>
    Object.fromEntries(
      Object.entries(registry.remotes()).map(([part, { current, previous }]) => [
        part,
        [current.version, previous?.version],
      ]),
    );
  return { registry, versions };
}

it("keeps the initial release of the page when the full registry is loaded", async () => {
  const { registry, versions } = aPage({
    is: readRegistry({ "mf-a": entry("mf-a", "2", "1"), "mf-b": entry("mf-b", "5") }),
  });
  expect(registry.isWhole()).toBe(false);
  await registry.complete();
  expect(registry.isWhole()).toBe(true);
  expect(versions()).toEqual({ "mf-a": ["1", "2"], "mf-b": ["5", undefined] });
});

it("renews one part and keeps the others", async () => {
  const now = {
    is: readRegistry({ "mf-a": entry("mf-a", "1"), "mf-b": entry("mf-b", "5") }) as ParsedRegistry | undefined,
  };
  const { registry, versions } = aPage(now);
  await registry.complete();
  now.is = readRegistry({ "mf-a": entry("mf-a", "3"), "mf-b": entry("mf-b", "6", "5") });
  await registry.renew("mf-a");
  expect(versions()).toEqual({ "mf-a": ["3", undefined], "mf-b": ["5", "6"] });
});

it.each<[string, ParsedRegistry | undefined]>([
  ["cannot be read", undefined],
  ["no longer has the part", readRegistry({ "mf-b": entry("mf-b", "5") })],
  ["has an unreadable entry of it", readRegistry({}, ["mf-a"])],
])("keeps the known entry of a part if the registry %s", async (_, is) => {
  const { registry, versions } = aPage({ is });
  await registry.renew("mf-a");
  expect(versions()).toMatchObject({ "mf-a": ["1", undefined] });
});

it("is not complete while an entry is unreadable", async () => {
  const now = { is: readRegistry({}, ["mf-b"]) as ParsedRegistry | undefined };
  const { registry } = aPage(now);
  await registry.complete();
  expect(registry.isWhole()).toBe(false);
  now.is = readRegistry({ "mf-b": entry("mf-b", "5") });
  await registry.complete();
  expect(registry.isWhole()).toBe(true);
});
