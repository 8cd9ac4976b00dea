import type { RegistryRemote, Release } from "@conquest/shared/contracts/parts/releases";
import { aRegistry, aRelease } from "../testing/registry-samples";
import { knownRegistry } from "../registry/known-registry";
import { createParts } from "./parts";
import { PartFailure } from "./part-failure";

const ROUTES = [{ path: "/", title: "Home", access: "everyone", layout: "site" }];
const release = (version: string) => aRelease("mf-public", version, { routes: ROUTES });
const Drawn = () => null;

/** A part whose releases load as told; `tried` lists the versions in the order they were asked for. */
function aPart(outcomes: Record<string, (PartFailure | "loads")[]>, entry: object = {}) {
  const tried: string[] = [];
  const reported: string[] = [];
  let now: ReturnType<typeof aRegistry> | undefined = aRegistry({
    "mf-public": { current: release("2"), previous: release("1"), ...entry },
  });
  const read = async () => now && { ...now, unreadable: [] };
  const registry = knownRegistry({ ...now, isWhole: true }, { rest: read, newest: read });
  const load = async (_part: string, { version }: Release) => {
    tried.push(version);
    const outcome = outcomes[version]?.shift() ?? "loads";
    if (outcome !== "loads") throw outcome;
    return { Routes: Drawn, loadPage: async () => undefined };
  };
  const parts = createParts(registry, load, ({ failure, wanted, running }) =>
    reported.push(`${failure.reason} ${wanted} ${running}`),
  );
  const settled = () =>
    new Promise<ReturnType<typeof parts.state>>((resolve) => {
      const look = () => {
        const state = parts.state("mf-public");
        if (state.phase !== "loading") resolve(state);
      };
      parts.subscribe(look);
      look();
    });
  const registryNow = (next: RegistryRemote | undefined) => (now = next && aRegistry({ "mf-public": next }));
  return { parts, tried, reported, settled, registryNow };
}

const gone = () => new PartFailure("missing", "404");

it("loads the current release, once, however often it is asked for", async () => {
  const { parts, tried, settled } = aPart({});
  parts.load("mf-public");
  parts.load("mf-public");
  expect(await settled()).toMatchObject({ phase: "ready", version: "2", Routes: Drawn });
  parts.load("mf-public");
  expect(tried).toEqual(["2"]);
});

it("tries a release that failed once more, then takes the one before it", async () => {
  const { parts, tried, reported, settled } = aPart({ 2: [gone(), gone()] });
  parts.load("mf-public");
  expect(await settled()).toMatchObject({ phase: "ready", version: "1" });
  expect(tried).toEqual(["2", "2", "1"]);
  expect(reported).toEqual(["missing 2 1"]);
});

const is = (current: string, previous: string | null, more: Partial<RegistryRemote> = {}): RegistryRemote => ({
  current: release(current),
  previous: previous === null ? null : release(previous),
  isEnabled: true,
  reason: null,
  ...more,
});

it.each<[string, RegistryRemote | undefined, string[], object]>([
  ["what the site runs now, where it was taken back", is("3", null), ["2", "2", "3"], { phase: "ready", version: "3" }],
  [
    "the one before of this moment, where what the site runs fails, too",
    is("4", "3"),
    ["2", "2", "4", "3"],
    { phase: "ready", version: "3" },
  ],
  [
    "nothing, where the one before was taken back since",
    is("2", null),
    ["2", "2"],
    { phase: "failed", failure: { reason: "missing" } },
  ],
  [
    "nothing, where the part was disabled since",
    is("2", "1", { isEnabled: false, reason: "Payments rest." }),
    ["2", "2"],
    { phase: "failed", failure: { reason: "disabled", message: "Payments rest." } },
  ],
  [
    "what it began with, where the registry cannot be read",
    undefined,
    ["2", "2", "1"],
    { phase: "ready", version: "1" },
  ],
])("a tab that has been open falls back on %s", async (_, now, tries, state) => {
  const { parts, tried, settled, registryNow } = aPart({ 2: [gone(), gone()], 4: [gone()] });
  registryNow(now);
  parts.load("mf-public");
  expect(await settled()).toMatchObject(state);
  expect(tried).toEqual(tries);
});

it.each(["contract", "timeout"] as const)(
  "does not repeat a %s failure, but takes the release before it",
  async (reason) => {
    const { parts, tried, settled } = aPart({ 2: [new PartFailure(reason, "")] });
    parts.load("mf-public");
    expect(await settled()).toMatchObject({ phase: "ready", version: "1" });
    expect(tried).toEqual(["2", "1"]);
  },
);

it("fails with the reason of the current release when none loads, and reports it", async () => {
  const { parts, reported, settled } = aPart({ 2: [gone(), new PartFailure("content", "another file")], 1: [gone()] });
  parts.load("mf-public");
  expect(await settled()).toMatchObject({ phase: "failed", failure: { reason: "content" } });
  expect(reported).toEqual(["content 2 null"]);
});

it("loads again on request once it is there again", async () => {
  const { parts, settled } = aPart({ 2: [gone(), gone()] }, { previous: null });
  parts.load("mf-public");
  expect(await settled()).toMatchObject({ phase: "failed" });
  parts.retry("mf-public");
  expect(await settled()).toMatchObject({ phase: "ready", version: "2" });
});

it("asks for nothing of a part that is switched off, and says why", async () => {
  const { parts, tried, settled } = aPart({}, { isEnabled: false, reason: "Payments rest until Monday." });
  parts.load("mf-public");
  expect(await settled()).toMatchObject({
    phase: "failed",
    failure: { reason: "disabled", message: "Payments rest until Monday." },
  });
  expect(tried).toEqual([]);
});

describe("a release that breaks in use", () => {
  const crash = () => new PartFailure("crash", "a bug");
  const loaded = async (...given: Parameters<typeof aPart>) => {
    const part = aPart(...given);
    part.parts.load("mf-public");
    await part.settled();
    return {
      ...part,
      breaks: (version: string, failure: PartFailure) => part.parts.failedInUse("mf-public", version, failure),
    };
  };

  it("by a crash gives way to the one before it", async () => {
    const { breaks, settled, tried, reported } = await loaded({});
    breaks("2", crash());
    expect(await settled()).toMatchObject({ phase: "ready", version: "1" });
    expect(tried).toEqual(["2", "1"]);
    expect(reported).toEqual(["crash 2 1"]);
  });

  it("and so does the one before it, is a failure with the incident of the current one, and is taken for one of the data from then on", async () => {
    const { parts, breaks, settled, reported } = await loaded({});
    const first = crash();
    breaks("2", first);
    await settled();
    breaks("1", crash());
    expect(await settled()).toEqual({ phase: "failed", failure: first });
    expect(reported).toEqual(["crash 2 1", "crash 1 null"]);
    parts.retry("mf-public");
    expect(await settled()).toMatchObject({ phase: "ready", version: "2" });
    const again = crash();
    breaks("2", again);
    expect(await settled()).toEqual({ phase: "failed", failure: again });
  });

  it("by a crash is a failure where there is none before it, or that cannot be had either", async () => {
    for (const entry of [{ previous: null }, {}]) {
      const { breaks, settled, reported } = await loaded({ 1: [gone()] }, entry);
      const failure = crash();
      breaks("2", failure);
      expect(await settled()).toEqual({ phase: "failed", failure });
      expect(reported).toEqual(["crash 2 null"]);
    }
  });

  it("by a file of a page is tried once more, then gives way to the one before it", async () => {
    const { breaks, settled, tried } = await loaded({});
    breaks("2", gone());
    expect(await settled()).toMatchObject({ phase: "ready", version: "2" });
    breaks("2", gone());
    expect(await settled()).toMatchObject({ phase: "ready", version: "1" });
    expect(tried).toEqual(["2", "2", "1"]);
  });

  it("where there is no connection does not give way: the other could not be reached either", async () => {
    const { breaks, settled, tried } = await loaded({});
    breaks("2", new PartFailure("unreachable", "no network"));
    expect(await settled()).toMatchObject({ phase: "failed", failure: { reason: "unreachable" } });
    expect(tried).toEqual(["2"]);
  });

  it("changes nothing when it is no longer the one that runs", async () => {
    const { parts, breaks } = await loaded({});
    breaks("1", crash());
    expect(parts.state("mf-public")).toMatchObject({ phase: "ready", version: "2" });
  });
});

describe("another try", () => {
  const failedWith = async (entry: Partial<RegistryRemote>, outcomes: Parameters<typeof aPart>[0] = {}) => {
    const part = aPart(outcomes, entry);
    part.parts.load("mf-public");
    expect(await part.settled()).toMatchObject({ phase: "failed" });
    return part;
  };

  it("loads what was enabled again", async () => {
    const { parts, settled, registryNow } = await failedWith({ isEnabled: false, reason: "" });
    registryNow({ current: release("2"), previous: null, isEnabled: true, reason: null });
    parts.retry("mf-public");
    expect(await settled()).toMatchObject({ phase: "ready", version: "2" });
  });

  it.each([
    ["a newer release that mends it", "3"],
    ["the one that the site was taken back to", "1"],
  ])("loads %s", async (_, version) => {
    const { parts, settled, registryNow, tried } = await failedWith({ previous: null }, { 2: [gone(), gone()] });
    registryNow({ current: release(version), previous: null, isEnabled: true, reason: null });
    parts.retry("mf-public");
    expect(await settled()).toMatchObject({ phase: "ready", version });
    expect(tried).toEqual(["2", "2", version]);
  });

  it("says why it was switched off meanwhile", async () => {
    const { parts, settled, registryNow } = await failedWith({ previous: null }, { 2: [gone(), gone()] });
    registryNow({ current: release("2"), previous: null, isEnabled: false, reason: "Until noon." });
    parts.retry("mf-public");
    expect(await settled()).toMatchObject({ phase: "failed", failure: { reason: "disabled", message: "Until noon." } });
  });
});
