import { spawn, type ChildProcess } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { RemoteJson } from "@conquest/shared/contracts/parts/remote";
import { aRemoteBuild, aShellBuild } from "@conquest/server/src/testing/sample-builds";
import type { Build } from "@conquest/server/src/releases/store/release-store";
import { freePort } from "./src/process/ports";
import { root } from "./src/root";

/** Copies a build from the part's folder instead of compiling it. */
const COMPILER = `
import { cp, readFile } from "node:fs/promises";
import path from "node:path";
process.on("disconnect", () => process.exit());
process.on("SIGINT", () => undefined);
process.on("message", async ({ folder, output }) => {
  const source = path.join(folder, "src/routes.tsx");
  const text = await readFile(source, "utf8");
  if (text.includes("endless")) return setInterval(() => undefined, 1_000);
  if (text.includes("error")) return process.send({ problem: "src/routes.tsx:1:1\\n<unexpected> token" });
  await cp(path.join(folder, "build"), output, { recursive: true });
  process.send({ files: [source] });
});
`;

const route = (address: string): RemoteJson["routes"][number] => ({
  path: address,
  title: address,
  access: "everyone",
  layout: "site",
  data: [],
});

const BUILDS: Build[] = [
  aShellBuild(),
  aRemoteBuild({ routes: [route("/")] }),
  aRemoteBuild({ name: "mf-dashboard-user", routes: [route("/dashboard/mine")] }),
  aRemoteBuild({ name: "mf-dashboard-admin", routes: [route("/dashboard/all")] }),
];

let checkout = "";
const write = async (name: string, content: Buffer | string) => {
  await mkdir(path.dirname(path.join(checkout, name)), { recursive: true });
  await writeFile(path.join(checkout, name), content);
};
const edit = (part: string, text: string) => write(`${part}/src/routes.tsx`, text);

/** A checkout with small parts and a compiler that takes no time; packages are links. */
beforeAll(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), "conquest-checkout-"));
  const isSource = (file: string) => !/[\\/](?:node_modules|dist)$/.test(file);
  const copy = (name: string) =>
    cp(path.join(root, name), path.join(checkout, name), { recursive: true, filter: isSource });
  for (const name of ["package.json", "package-lock.json", "tsconfig.base.json"]) await copy(name);
  for (const name of ["scripts", "server", "shared"]) await copy(name);
  await mkdir(path.join(checkout, "node_modules/@conquest"), { recursive: true });
  const libraries = (await readdir(path.join(root, "node_modules"))).filter((name) => name !== "@conquest");
  await Promise.all([
    ...libraries.map((name) =>
      symlink(path.join(root, "node_modules", name), path.join(checkout, "node_modules", name)),
    ),
    ...["scripts", "server", "shared"].map((name) =>
      symlink(path.join(checkout, name), path.join(checkout, "node_modules/@conquest", name)),
    ),
    symlink(path.join(root, "server/node_modules"), path.join(checkout, "server/node_modules")).catch(() => undefined),
  ]);
  await write("shared/build/build-worker.mjs", COMPILER);
  for (const { part, remote, files } of BUILDS) {
    await edit(part, "fine");
    if (remote) await write(`${part}/remote.json`, JSON.stringify(remote));
    for (const { path: name, content } of files) await write(`${part}/build/${name}`, content);
  }
}, 120_000);
afterAll(() => rm(checkout, { recursive: true, force: true }));

interface Start {
  process: ChildProcess;
  url: string;
  output(): string;
  /** Resolves when the output has the text; rejects if the process ends before. */
  prints(text: string): Promise<void>;
  /** The exit code, when no process of its group is left. */
  ended: Promise<number | null>;
}

const running = new Set<Start>();
afterEach(() => {
  for (const { process: child } of running) if (isGroupAlive(child)) process.kill(-child.pid!, "SIGKILL");
  running.clear();
});

async function start(): Promise<Start> {
  const [port, authPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: checkout,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    env: { ...process.env, PORT: String(port), AUTH_EMULATOR_PORT: String(authPort), DATA_DIR: "" },
  });
  let output = "";
  let isClosed = false;
  const listeners = new Set<() => void>();
  const hear = (chunk: Buffer) => {
    output += chunk.toString("utf8");
    listeners.forEach((listener) => listener());
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve)).then(async (code) => {
    isClosed = true;
    listeners.forEach((listener) => listener());
    await untilGroupEnds(child);
    return code;
  });
  const site: Start = {
    process: child,
    url: `http://localhost:${port}`,
    output: () => output,
    prints: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (output.includes(text)) resolve();
          else if (isClosed) reject(new Error(`It ended before it printed "${text}":\n${output}`));
          else return;
          listeners.delete(look);
        };
        listeners.add(look);
        look();
      }),
    ended,
  };
  running.add(site);
  return site;
}

function isGroupAlive({ pid }: ChildProcess): boolean {
  try {
    return process.kill(-pid!, 0);
  } catch {
    return false;
  }
}

async function untilGroupEnds(child: ChildProcess): Promise<void> {
  for (const end = Date.now() + 10_000; isGroupAlive(child); await new Promise((resolve) => setTimeout(resolve, 50)))
    if (Date.now() > end) throw new Error("A process is left.");
}

/** Ctrl-C in a terminal. */
const interrupt = ({ process: child }: Start) => process.kill(-child.pid!, "SIGINT");

async function open(site: Start, address: string): Promise<[status: number, text: string]> {
  const response = await fetch(site.url + address, { headers: { accept: "text/html" } });
  return [response.status, await response.text()];
}

it("ends without processes when it is stopped or killed during builds", async () => {
  await edit("mf-dashboard-admin", "endless");
  const stopped = await start();
  await stopped.prints("Building");
  interrupt(stopped);
  expect([await stopped.ended, stopped.output()]).toEqual([0, expect.stringMatching(/\nStopping\.\n$/)]);

  const killed = await start();
  await killed.prints("Building");
  killed.process.kill("SIGKILL");
  expect(await killed.ended).toBeNull();
}, 240_000);

it("opens after that, shows a failed build on its pages, and builds it again", async () => {
  await edit("mf-dashboard-admin", "an error");
  const site = await start();
  await site.prints("Stop with Ctrl-C");
  expect(site.output()).toContain("mf-dashboard-admin does not build:\nsrc/routes.tsx:1:1\n<unexpected> token");
  expect(await open(site, "/dashboard/all")).toEqual([503, expect.stringContaining("&lt;unexpected&gt; token")]);
  expect((await open(site, "/"))[0]).toBe(200);
  expect((await open(site, "/dashboard/mine"))[0]).toBe(200);
  interrupt(site);
  expect(await site.ended).toBe(0);

  const again = await start();
  await again.prints("Building");
  expect(again.output()).toBe("Building mf-dashboard-admin.\n");
  again.process.kill("SIGTERM");
  expect(await again.ended).toBe(0);
}, 240_000);

it("ends quietly when its output is closed", async () => {
  const site = await start();
  await site.prints("Building");
  site.process.stdout!.destroy();
  expect(await site.ended).toBe(0);
  expect(site.output()).not.toMatch(/EPIPE|Error/);
}, 240_000);
