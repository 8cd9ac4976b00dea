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

let pool: SsrPool;
let reported: { reason: string; releases: string; isGivenUp: boolean }[];

beforeEach(() => {
  reported = [];
  pool = createSsrPool(
    pino({ level: "error" }, { write: (line) => reported.push(JSON.parse(line) as (typeof reported)[number]) }),
  );
});
afterEach(() => pool.close());

const render = (code: string | null, version?: string) =>
  pool.render(pairOf(code, version), { order, answer, kind: "a page" });

it("renders with the part's code, the shell's modules and the server's responses", async () => {
  const page = await render(`const react = require("react");
    exports.default = async (order, ask) => order.address + ", " + react.name + ", " + (await ask("/contests")).body;`);
  expect(page?.markup).toBe("/there?a=1, the shell's react, answer of /contests");
  expect(
    (await pool.render({ shell: bundle("shell", SHELL_DRAWING), part: null }, { order, answer, kind: "a page" }))
      ?.markup,
  ).toBe("<p>the frame</p>");
});

it("renders nothing and logs nothing for a release without an SSR bundle", async () => {
  expect(await render(null)).toBeNull();
  expect(reported).toEqual([]);
});

it.each([
  ["throws", `exports.default = () => { throw new Error("no page today"); }`, "no page today"],
  ["cannot be evaluated", `throw new Error("not even begun")`, "not even begun"],
  ["requires a module that is not shared", `require("node:fs")`, "node:fs is not there"],
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
  ["returns too much markup", `exports.default = () => "x".repeat(5e6)`, "more than a page can hold"],
  [
    "sends too many requests",
    `exports.default = async (order, ask) => { for (;;) await ask("/contests"); }`,
    "more than 12 questions",
  ],
  [
    "exits the process",
    `exports.default = () => globalThis.constructor.constructor("return process")().exit()`,
    /Code generation|not defined|stopped with/,
  ],
])("logs a part that %s with its release and renders nothing", async (_, code, reason) => {
  expect(await render(code)).toBeNull();
  expect(reported).toEqual([
    expect.objectContaining({ releases: "shell@1 + mf-x@1", reason: expect.stringMatching(reason) as string }),
  ]);
  expect((await render(`exports.default = () => "fine"`, "2"))?.markup).toBe("fine");
});

it("has no Node globals and cannot import modules", async () => {
  const page = await render(`exports.default = async () => {
    const found = ["process", "require", "module", "fetch", "WebSocket", "fs", "net", "http", "child_process", "worker_threads", "vm"].filter((name) => typeof globalThis[name] !== "undefined");
    const imported = await import("node:fs").then(() => "imported", () => "refused");
    return JSON.stringify([found, imported]);
  }`);
  expect(page?.markup).toBe('[[],"refused"]');
});

it("stops rendering a release after three failures in a row", async () => {
  const failing = `let times = 0; exports.default = () => { throw new Error("again") }`;
  for (let time = 0; time < 5; time += 1) expect(await render(failing)).toBeNull();
  expect(reported.map(({ isGivenUp }) => isGivenUp)).toEqual([false, false, true]);
  expect((await render(`exports.default = () => "mended"`, "2"))?.markup).toBe("mended");
});

it("resets the failure count after a success", async () => {
  const sometimes = `exports.default = ({ address }) => { if (address === "/bad") throw new Error("bad"); return "good"; }`;
  const at = (address: string) =>
    pool.render(pairOf(sometimes), { order: { ...order, address }, answer, kind: "a page" });
  for (let time = 0; time < 3; time += 1) {
    expect(await at("/bad")).toBeNull();
    expect((await at("/good"))?.markup).toBe("good");
  }
});

it("stops rendering only the failing kind of page", async () => {
  const partly = `exports.default = ({ address }) => { if (address === "/bad") throw new Error("bad"); return "good"; }`;
  const at = (address: string, kind: string) =>
    pool.render(pairOf(partly), { order: { ...order, address }, answer, kind });
  for (let time = 0; time < 4; time += 1) expect(await at("/bad", "one")).toBeNull();
  expect(await at("/good", "one")).toBeNull();
  expect((await at("/good", "other"))?.markup).toBe("good");
});

it("does not count the response time towards the timeout", async () => {
  const slowly = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    return { status: 200, body: "late", headers: {} };
  };
  const page = await pool.render(pairOf(`exports.default = async (order, ask) => (await ask("/x")).body`), {
    order,
    answer: slowly,
    kind: "a page",
  });
  expect(page?.markup).toBe("late");
});

it("renders and logs nothing for queued pages when closed", async () => {
  const waiting = [render(`exports.default = () => "one"`), render(`exports.default = () => "two"`, "2")];
  pool.close();
  expect(await Promise.all(waiting)).toEqual([null, null]);
  expect(reported).toEqual([]);
});

it("limits the queue to 64 pages", async () => {
  const pages = await Promise.all(Array.from({ length: 80 }, () => render(`exports.default = () => "drawn"`)));
  expect(pages.filter(Boolean)).toHaveLength(64);
});
