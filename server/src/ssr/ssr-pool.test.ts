import { pino } from "pino";
import type { SsrRequest } from "@conquest/shared/contracts/parts/ssr";
import { SHELL_DRAWING } from "../testing/sample-builds";
import { createSsrPool, type SsrProcessPair, type SsrPool } from "./ssr-pool";

const bundle = (part: string, code: string | null, version = "1") => ({ part, version, read: async () => code });
const pairOf = (code: string | null, version?: string): SsrProcessPair => ({
  shell: bundle("shell", SHELL_DRAWING),
  part: bundle("mf-x", code, version),
});

const order = { address: "/there?a=1", config: {}, remotes: {}, now: 0, answers: {} } as unknown as SsrRequest;
const answer = async (address: string) => ({ status: 200, body: `answer of ${address}`, headers: {} });

let drawings: SsrPool;
let reported: { reason: string; releases: string; isGivenUp: boolean }[];

beforeEach(() => {
  reported = [];
  drawings = createSsrPool(
    pino({ level: "error" }, { write: (line) => reported.push(JSON.parse(line) as (typeof reported)[number]) }),
  );
});
afterEach(() => drawings.close());

const draw = (code: string | null, version?: string) =>
  drawings.draw(pairOf(code, version), { order, answer, kind: "a page" });

it("draws with the code of the part, the shell's shared modules and the server's answers", async () => {
  const page = await draw(`const react = require("react");
    exports.default = async (order, ask) => order.address + ", " + react.name + ", " + (await ask("/contests")).body;`);
  expect(page?.markup).toBe("/there?a=1, the shell's react, answer of /contests");
  expect(
    (await drawings.draw({ shell: bundle("shell", SHELL_DRAWING), part: null }, { order, answer, kind: "a page" }))
      ?.markup,
  ).toBe("<p>the frame</p>");
});

it("draws nothing with a release that brings nothing to draw with, and blames nobody", async () => {
  expect(await draw(null)).toBeNull();
  expect(reported).toEqual([]);
});

it.each([
  ["throws", `exports.default = () => { throw new Error("no page today"); }`, "no page today"],
  ["cannot be evaluated", `throw new Error("not even begun")`, "not even begun"],
  ["takes what is not shared", `require("node:fs")`, "node:fs is not there"],
  ["never stops", `exports.default = () => { for (;;); }`, "longer than allowed"],
  ["never settles", `exports.default = () => new Promise(() => {})`, "longer than allowed"],
  [
    "fills the heap",
    `exports.default = () => { const all = []; for (;;) all.push(new Array(1e5).fill({})); }`,
    /stopped with|longer than allowed/,
  ],
  [
    "fills the memory beside the heap",
    `exports.default = () => { const all = []; for (;;) all.push(new Uint8Array(5e7).fill(1)); }`,
    /allocation failed|stopped with|longer than allowed/,
  ],
  ["says without end", `exports.default = () => "x".repeat(5e6)`, "more than a page can hold"],
  [
    "asks without end",
    `exports.default = async (order, ask) => { for (;;) await ask("/contests"); }`,
    "more than 12 questions",
  ],
  [
    "leaves",
    `exports.default = () => globalThis.constructor.constructor("return process")().exit()`,
    /Code generation|not defined|stopped with/,
  ],
])("a part that %s is reported with its release and draws nothing", async (_, code, reason) => {
  expect(await draw(code)).toBeNull();
  expect(reported).toEqual([
    expect.objectContaining({ releases: "shell@1 + mf-x@1", reason: expect.stringMatching(reason) as string }),
  ]);
  // The site goes on, and so do the other releases.
  expect((await draw(`exports.default = () => "fine"`, "2"))?.markup).toBe("fine");
});

it("finds nothing to take where it runs", async () => {
  const page = await draw(`exports.default = async () => {
    const found = ["process", "require", "module", "fetch", "WebSocket", "fs", "net", "http", "child_process", "worker_threads", "vm"].filter((name) => typeof globalThis[name] !== "undefined");
    const imported = await import("node:fs").then(() => "imported", () => "refused");
    return JSON.stringify([found, imported]);
  }`);
  expect(page?.markup).toBe('[[],"refused"]');
});

it("gives a release up after three failures in a row, until the next one", async () => {
  const failing = `let times = 0; exports.default = () => { throw new Error("again") }`;
  for (let time = 0; time < 5; time += 1) expect(await draw(failing)).toBeNull();
  expect(reported.map(({ isGivenUp }) => isGivenUp)).toEqual([false, false, true]);
  expect((await draw(`exports.default = () => "mended"`, "2"))?.markup).toBe("mended");
});

it("counts failures in a row only, and goes on after a single one", async () => {
  const sometimes = `exports.default = ({ address }) => { if (address === "/bad") throw new Error("bad"); return "good"; }`;
  const at = (address: string) =>
    drawings.draw(pairOf(sometimes), { order: { ...order, address }, answer, kind: "a page" });
  for (let time = 0; time < 3; time += 1) {
    expect(await at("/bad")).toBeNull();
    expect((await at("/good"))?.markup).toBe("good");
  }
});

it("gives up only the kind of page that fails", async () => {
  const partly = `exports.default = ({ address }) => { if (address === "/bad") throw new Error("bad"); return "good"; }`;
  const at = (address: string, kind: string) =>
    drawings.draw(pairOf(partly), { order: { ...order, address }, answer, kind });
  for (let time = 0; time < 4; time += 1) expect(await at("/bad", "one")).toBeNull();
  expect(await at("/good", "one")).toBeNull();
  expect((await at("/good", "other"))?.markup).toBe("good");
});

it("does not count the time that an answer takes", async () => {
  const slowly = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    return { status: 200, body: "late", headers: {} };
  };
  const page = await drawings.draw(pairOf(`exports.default = async (order, ask) => (await ask("/x")).body`), {
    order,
    answer: slowly,
    kind: "a page",
  });
  expect(page?.markup).toBe("late");
});

it("starts nothing for pages that still wait when it is closed, and blames nobody", async () => {
  const waiting = [draw(`exports.default = () => "one"`), draw(`exports.default = () => "two"`, "2")];
  drawings.close();
  expect(await Promise.all(waiting)).toEqual([null, null]);
  expect(reported).toEqual([]);
});

it("lets only so many wait", async () => {
  const pages = await Promise.all(Array.from({ length: 80 }, () => draw(`exports.default = () => "drawn"`)));
  expect(pages.filter(Boolean)).toHaveLength(64);
});
