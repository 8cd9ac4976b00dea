import type { RegistryRemote, Release } from "@conquest/shared/contracts/parts/releases";
import { aRegistry, aRelease } from "../testing/registry-samples";
import { createPageRegistry } from "../registry/page-registry";
import { createParts } from "./parts";
import { PartFailure } from "./part-failure";

const ROUTES = [{ path: "/", title: "Home", access: "everyone", layout: "site" }];
const release = (version: string) => aRelease("mf-public", version, { routes: ROUTES });
const Page = () => null;

function aPart(outcomes: Record<string, (PartFailure | "loads")[]>, entry: object = {}) {
  const tried: string[] = [];
  const reported: string[] = [];
  let currentRegistry: ReturnType<typeof aRegistry> | undefined = aRegistry({
    "mf-public": { current: release("2"), previous: release("1"), ...entry },
  });
  const read = async () => currentRegistry && { ...currentRegistry, unreadable: [] };
  const registry = createPageRegistry({ ...currentRegistry, isWhole: true }, { rest: read, newest: read });
  const load = async (_part: string, { version }: Release) => {
    tried.push(version);
    const outcome = outcomes[version]?.shift() ?? "loads";
    if (outcome !== "loads") throw outcome;
    return { Routes: Page, loadPage: async () => undefined };
  };
  const parts = createParts(registry, load, ({ failure, wanted, running }) =>
    reported.push(`${failure.reason} ${wanted} ${running}`),
  );
  const settled = () =>
    new Promise<ReturnType<typeof parts.state>>((resolve) => {
      const check = () => {
        const state = parts.state("mf-public");
        if (state.phase !== "loading") resolve(state);
      };
      parts.subscribe(check);
      check();
    });
  const setRegistry = (next: RegistryRemote | undefined) =>
    (currentRegistry = next && aRegistry({ "mf-public": next }));
  return { parts, tried, reported, settled, setRegistry };
}

const notFound = () => new PartFailure("missing", "404");

it("loads the current release once despite repeated calls", async () => {
  const { parts, tried, settled } = aPart({});
  parts.load("mf-public");
  parts.load("mf-public");
  expect(await settled()).toMatchObject({ phase: "ready", version: "2", Routes: Page });
  parts.load("mf-public");
  expect(tried).toEqual(["2"]);
});

it("retries a failed release once, then falls back to the previous one", async () => {
  const { parts, tried, reported, settled } = aPart({ 2: [notFound(), notFound()] });
  parts.load("mf-public");
  expect(await settled()).toMatchObject({ phase: "ready", version: "1" });
  expect(tried).toEqual(["2", "2", "1"]);
  expect(reported).toEqual(["missing 2 1"]);
});

const entryOf = (current: string, previous: string | null, more: Partial<RegistryRemote> = {}): RegistryRemote => ({
  current: release(current),
  previous: previous === null ? null : release(previous),
  isEnabled: true,
  reason: null,
  ...more,
});

it.each<[string, RegistryRemote | undefined, string[], object]>([
  [
    "the site's current release after a rollback",
    entryOf("3", null),
    ["2", "2", "3"],
    { phase: "ready", version: "3" },
  ],
  [
    "the site's current previous release if the current one fails too",
    entryOf("4", "3"),
    ["2", "2", "4", "3"],
    { phase: "ready", version: "3" },
  ],
  [
    "nothing if the previous release was withdrawn",
    entryOf("2", null),
    ["2", "2"],
    { phase: "failed", failure: { reason: "missing" } },
  ],
  [
    "nothing if the part was disabled",
    entryOf("2", "1", { isEnabled: false, reason: "Payments rest." }),
    ["2", "2"],
    { phase: "failed", failure: { reason: "disabled", message: "Payments rest." } },
  ],
  [
    "its initial registry entry if the registry cannot be read",
    undefined,
    ["2", "2", "1"],
    { phase: "ready", version: "1" },
  ],
])("an open tab falls back to %s", async (_, entry, tries, state) => {
  const { parts, tried, settled, setRegistry } = aPart({ 2: [notFound(), notFound()], 4: [notFound()] });
  setRegistry(entry);
  parts.load("mf-public");
  expect(await settled()).toMatchObject(state);
  expect(tried).toEqual(tries);
});

it.each(["contract", "timeout"] as const)(
  "falls back to the previous release after a %s failure without a retry",
  async (reason) => {
    const { parts, tried, settled } = aPart({ 2: [new PartFailure(reason, "")] });
    parts.load("mf-public");
    expect(await settled()).toMatchObject({ phase: "ready", version: "1" });
    expect(tried).toEqual(["2", "1"]);
  },
);

it("fails with the current release's reason if no release loads, and reports it", async () => {
  const { parts, reported, settled } = aPart({
    2: [notFound(), new PartFailure("content", "another file")],
    1: [notFound()],
  });
  parts.load("mf-public");
  expect(await settled()).toMatchObject({ phase: "failed", failure: { reason: "content" } });
  expect(reported).toEqual(["content 2 null"]);
});

it("loads a failed part on retry", async () => {
  const { parts, settled } = aPart({ 2: [notFound(), notFound()] }, { previous: null });
  parts.load("mf-public");
  expect(await settled()).toMatchObject({ phase: "failed" });
  parts.retry("mf-public");
  expect(await settled()).toMatchObject({ phase: "ready", version: "2" });
});

it("loads no files of a disabled part and fails with its reason", async () => {
  const { parts, tried, settled } = aPart({}, { isEnabled: false, reason: "Payments rest until Monday." });
  parts.load("mf-public");
  expect(await settled()).toMatchObject({
    phase: "failed",
    failure: { reason: "disabled", message: "Payments rest until Monday." },
  });
  expect(tried).toEqual([]);
});

describe("a release that fails after loading", () => {
  const crash = () => new PartFailure("crash", "a bug");
  const loaded = async (...args: Parameters<typeof aPart>) => {
    const part = aPart(...args);
    part.parts.load("mf-public");
    await part.settled();
    return {
      ...part,
      fail: (version: string, failure: PartFailure) => part.parts.reportRuntimeFailure("mf-public", version, failure),
    };
  };

  it("falls back to the previous release after a crash", async () => {
    const { fail, settled, tried, reported } = await loaded({});
    fail("2", crash());
    expect(await settled()).toMatchObject({ phase: "ready", version: "1" });
    expect(tried).toEqual(["2", "1"]);
    expect(reported).toEqual(["crash 2 1"]);
  });

  it("fails with the first incident if its fallback crashes too, and later without fallback", async () => {
    const { parts, fail, settled, reported } = await loaded({});
    const first = crash();
    fail("2", first);
    await settled();
    fail("1", crash());
    expect(await settled()).toEqual({ phase: "failed", failure: first });
    expect(reported).toEqual(["crash 2 1", "crash 1 null"]);
    parts.retry("mf-public");
    expect(await settled()).toMatchObject({ phase: "ready", version: "2" });
    const again = crash();
    fail("2", again);
    expect(await settled()).toEqual({ phase: "failed", failure: again });
  });

  it("fails after a crash if the previous release is missing or does not load", async () => {
    for (const entry of [{ previous: null }, {}]) {
      const { fail, settled, reported } = await loaded({ 1: [notFound()] }, entry);
      const failure = crash();
      fail("2", failure);
      expect(await settled()).toEqual({ phase: "failed", failure });
      expect(reported).toEqual(["crash 2 null"]);
    }
  });

  it("is retried after a missing page file, then falls back to the previous release", async () => {
    const { fail, settled, tried } = await loaded({});
    fail("2", notFound());
    expect(await settled()).toMatchObject({ phase: "ready", version: "2" });
    fail("2", notFound());
    expect(await settled()).toMatchObject({ phase: "ready", version: "1" });
    expect(tried).toEqual(["2", "2", "1"]);
  });

  it("fails without fallback if it is unreachable", async () => {
    const { fail, settled, tried } = await loaded({});
    fail("2", new PartFailure("unreachable", "no network"));
    expect(await settled()).toMatchObject({ phase: "failed", failure: { reason: "unreachable" } });
    expect(tried).toEqual(["2"]);
  });

  it("is ignored if it is not the running release", async () => {
    const { parts, fail } = await loaded({});
    fail("1", crash());
    expect(parts.state("mf-public")).toMatchObject({ phase: "ready", version: "2" });
  });
});

describe("a retry", () => {
  const failedWith = async (entry: Partial<RegistryRemote>, outcomes: Parameters<typeof aPart>[0] = {}) => {
    const part = aPart(outcomes, entry);
    part.parts.load("mf-public");
    expect(await part.settled()).toMatchObject({ phase: "failed" });
    return part;
  };

  it("loads a part that was enabled again", async () => {
    const { parts, settled, setRegistry } = await failedWith({ isEnabled: false, reason: "" });
    setRegistry({ current: release("2"), previous: null, isEnabled: true, reason: null });
    parts.retry("mf-public");
    expect(await settled()).toMatchObject({ phase: "ready", version: "2" });
  });

  it.each([
    ["a newer release", "3"],
    ["the release of a rollback", "1"],
  ])("loads %s", async (_, version) => {
    const { parts, settled, setRegistry, tried } = await failedWith(
      { previous: null },
      { 2: [notFound(), notFound()] },
    );
    setRegistry({ current: release(version), previous: null, isEnabled: true, reason: null });
    parts.retry("mf-public");
    expect(await settled()).toMatchObject({ phase: "ready", version });
    expect(tried).toEqual(["2", "2", version]);
  });

  it("fails with the reason if the part was disabled", async () => {
    const { parts, settled, setRegistry } = await failedWith({ previous: null }, { 2: [notFound(), notFound()] });
    setRegistry({ current: release("2"), previous: null, isEnabled: false, reason: "Until noon." });
    parts.retry("mf-public");
    expect(await settled()).toMatchObject({ phase: "failed", failure: { reason: "disabled", message: "Until noon." } });
  });
});
