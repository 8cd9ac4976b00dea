import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { acquirePathLock } from "@conquest/server/src/database/folder-lock";
import { root } from "../root";
import { buildParts, startBuilds, type BuildOptions } from "./build-parts";
import type { BuildOrder, BuildWorker } from "./build-workers";
import { distOf, PARTS } from "./parts";

jest.mock("../root", () => ({ root: aRepository() }));

function aRepository(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "conquest-builds-"));
  const remote = (...paths: string[]) => JSON.stringify({ routes: paths.map((each) => ({ path: each })) });
  const files = {
    "package-lock.json": "{}",
    "tsconfig.base.json": "{}",
    "shared/ui/button.tsx": "button",
    "shared/ui/card.tsx": "card",
    "shared/build/webpack.mjs": "webpack",
    "shell/src/main.ts": "main",
    "mf-long/remote.json": remote("/dashboard/long"),
    "mf-long/src/routes.tsx": "long".repeat(100),
    "mf-public/remote.json": remote("/", "/about"),
    "mf-public/src/routes.tsx": "public",
    "mf-short/remote.json": remote("/dashboard/short"),
    "mf-short/src/routes.tsx": "short",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

const fileIn = (name: string) => path.join(root, name);
const edit = (name: string, text: string) => writeFileSync(fileIn(name), text);

/** A compiler that reads the button, writes one file, and records its orders. */
function aCompiler(act: (part: string, order: BuildOrder) => Promise<void> | void = () => undefined) {
  const built: string[] = [];
  let workers = 0;
  const start = (): BuildWorker => {
    workers += 1;
    return {
      build: async (order, onProgress) => {
        const part = path.basename(order.folder);
        built.push(part);
        onProgress(50);
        mkdirSync(order.output, { recursive: true });
        writeFileSync(path.join(order.output, "main.js"), part);
        await act(part, order);
        return [fileIn("shared/ui/button.tsx"), fileIn(`${part}/src/routes.tsx`)];
      },
      stop: () => undefined,
    };
  };
  return { built, start, workers: () => workers };
}

async function build(options: BuildOptions = {}): Promise<string[]> {
  const { built, start } = aCompiler();
  await buildParts(PARTS, { start, ...options });
  return built.sort();
}

beforeEach(async () => {
  for (const part of PARTS) await rm(distOf(part), { recursive: true, force: true });
  await rm(fileIn(".conquest"), { recursive: true, force: true });
});
afterAll(() => rm(root, { recursive: true }));

it("builds the home page's parts first, then the longest, in two workers", async () => {
  const { start, workers } = aCompiler();
  const builds = startBuilds(PARTS, { start });
  expect(await builds.missing).toEqual(["shell", "mf-public", "mf-long", "mf-short"]);
  await builds.done;
  expect(workers()).toBe(2);
  expect(readFileSync(path.join(distOf("mf-long"), "main.js"), "utf8")).toBe("mf-long");
});

it("starts a second worker after the opening parts if one worker builds these", async () => {
  const started: [part: string, workers: number][] = [];
  const { start, workers } = aCompiler((part) => void started.push([part, workers()]));
  await buildParts(PARTS, { start, openers: 1 });
  expect(started.slice(0, 2)).toEqual([
    ["shell", 1],
    ["mf-public", 1],
  ]);
  expect(workers()).toBe(2);
});

it("reports each part as soon as it is built, and its progress before", async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const { start } = aCompiler((part) => (part === "mf-long" ? finished : undefined));
  const builds = startBuilds(PARTS, { start });
  const progress: string[] = [];
  builds.onProgress((part, percent) => progress.push(`${part} ${percent}`));
  await Promise.all(["shell", "mf-public", "mf-short"].map((part) => builds.built(part)));
  expect(existsSync(distOf("mf-long"))).toBe(false);
  finish();
  await builds.done;
  expect(progress).toContain("mf-long 50");
});

it("builds nothing a second time", async () => {
  await build();
  expect(await build()).toEqual([]);
});

it.each([
  ["a shared file that builds have read", "shared/ui/button.tsx", ["mf-long", "mf-public", "mf-short", "shell"]],
  ["a shared file that no build has read", "shared/ui/card.tsx", []],
  ["a new shared file", "shared/ui/badge.tsx", ["mf-long", "mf-public", "mf-short", "shell"]],
  ["the build's own code", "shared/build/webpack.mjs", ["mf-long", "mf-public", "mf-short", "shell"]],
  ["one remote", "mf-short/src/routes.tsx", ["mf-short"]],
])("after an edit of %s builds what it concerns", async (_, file, expected) => {
  await build();
  edit(file, `edited ${file}`);
  expect(await build()).toEqual(expected);
});

it("never uses a quick build for a release, but a release's build for npm start", async () => {
  await build({ kind: "quick" });
  expect(await build({ kind: "quick" })).toEqual([]);
  expect(await build({ kind: "release" })).toHaveLength(4);
  expect(await build({ kind: "quick" })).toEqual([]);
});

it.each(["", '{"kind":"quick"', "null", '{"kind":"quick","shared":[],"hash":"0"}'])(
  "builds again if the record of a build is %j",
  async (record) => {
    await build();
    writeFileSync(path.join(distOf("shell"), ".inputs"), record);
    expect(await build()).toEqual(["shell"]);
  },
);

it("builds again after edits during a build", async () => {
  const { start } = aCompiler((part) => {
    if (part === "mf-short") edit("mf-short/src/routes.tsx", "edited during the build");
  });
  await buildParts(PARTS, { start });
  expect(await build()).toEqual(["mf-short"]);
});

it("ignores what an interrupted build has left", async () => {
  mkdirSync(fileIn(".conquest/builds/shell-old"), { recursive: true });
  mkdirSync(fileIn(".conquest/builds/shell"), { recursive: true });
  writeFileSync(fileIn(".conquest/builds/shell/half.js"), "half");
  // A killed process leaves its socket.
  writeFileSync(fileIn(".conquest/build.lock"), "");
  await build();
  expect(existsSync(path.join(distOf("shell"), "half.js"))).toBe(false);
  expect(existsSync(fileIn(".conquest/builds/shell-old"))).toBe(false);
});

it("keeps the last build of a part that fails, and builds the others", async () => {
  await build();
  for (const part of PARTS) edit(`${part}/src/routes.tsx`, `${part} edited again`);
  const { start } = aCompiler((part) => {
    if (part === "shell") throw new Error("ENOSPC: no space left on device");
  });
  const builds = startBuilds(PARTS, { start });
  await expect(builds.built("shell")).rejects.toThrow("shell does not build:\nENOSPC");
  await expect(builds.done).rejects.toThrow("shell does not build");
  expect(existsSync(path.join(distOf("shell"), "main.js"))).toBe(true);
  expect(await build()).toEqual(["shell"]);
});

it("waits for another command and uses its builds", async () => {
  mkdirSync(fileIn(".conquest/builds"), { recursive: true });
  const lock = (await acquirePathLock(fileIn(".conquest/build")))!;
  const lines: string[] = [];
  const { built, start } = aCompiler();
  const waiting = buildParts(["shell"], { start, log: (line) => lines.push(line) });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect([built, lines]).toEqual([[], ["Another command is building parts of this checkout. Waiting for it."]]);
  lock.close();
  await waiting;
  expect(built).toEqual(["shell"]);
});
