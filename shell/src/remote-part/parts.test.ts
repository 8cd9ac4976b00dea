import type { Release } from "@conquest/shared/contracts/releases";
import { aRegistry, aRelease, aWholeRegistry } from "../testing/registry-samples";
import { createParts } from "./parts";
import { PartFailure } from "./part-failure";

const ROUTES = [{ path: "/", title: "Home", access: "everyone", layout: "site" }];
const release = (version: string) => aRelease("mf-public", version, { routes: ROUTES });
const Drawn = () => null;

/** A part whose releases load as told; `tried` lists the versions in the order they were asked for. */
function aPart(outcomes: Record<string, (PartFailure | "loads")[]>, entry: object = {}) {
  const tried: string[] = [];
  const reported: string[] = [];
  const registry = aWholeRegistry(aRegistry({ "mf-public": { current: release("2"), previous: release("1"), ...entry } }));
  const load = async (_part: string, { version }: Release) => {
    tried.push(version);
    const outcome = outcomes[version]?.shift() ?? "loads";
    if (outcome !== "loads") throw outcome;
    return { Routes: Drawn, loadPage: async () => undefined };
  };
  const parts = createParts(registry, load, (_part, { reason }) => reported.push(reason));
  const settled = () =>
    new Promise<ReturnType<typeof parts.state>>((resolve) => {
      const look = () => {
        const state = parts.state("mf-public");
        if (state.phase !== "loading") resolve(state);
      };
      parts.subscribe(look);
      look();
    });
  return { parts, tried, reported, settled };
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
  expect(reported).toEqual([]);
});

it.each(["contract", "timeout"] as const)("does not repeat a %s failure, but takes the release before it", async (reason) => {
  const { parts, tried, settled } = aPart({ 2: [new PartFailure(reason, "")] });
  parts.load("mf-public");
  expect(await settled()).toMatchObject({ phase: "ready", version: "1" });
  expect(tried).toEqual(["2", "1"]);
});

it("fails with the reason of the current release when none loads, and reports it", async () => {
  const { parts, reported, settled } = aPart({ 2: [gone(), new PartFailure("content", "another file")], 1: [gone()] });
  parts.load("mf-public");
  expect(await settled()).toMatchObject({ phase: "failed", failure: { reason: "content" } });
  expect(reported).toEqual(["content"]);
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
  expect(await settled()).toMatchObject({ phase: "failed", failure: { reason: "disabled", message: "Payments rest until Monday." } });
  expect(tried).toEqual([]);
});
