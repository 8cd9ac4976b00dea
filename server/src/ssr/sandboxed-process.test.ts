import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { unrestrictedBy, sandboxCommand } from "../platform/sandbox-commands";
import { spawnSandboxed, chosenSandbox, warnOfSandbox } from "./sandboxed-process";

async function outputOf(source: string): Promise<string> {
  const child = spawnSandboxed(source);
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await once(child, "close");
  return text;
}

it("has no environment, no files and no children", async () => {
  const source = `
    const tried = (what) => { try { what(); return "done"; } catch (error) { return error.code; } };
    console.log(JSON.stringify({
      environment: Object.keys(process.env),
      reads: tried(() => require("node:fs").readFileSync("/etc/hostname")),
      writes: tried(() => require("node:fs").writeFileSync("/tmp/left-behind", "x")),
      spawns: tried(() => require("node:child_process").execSync("id")),
      threads: tried(() => new (require("node:worker_threads").Worker)("0", { eval: true })),
      makesCode: tried(() => setTimeout.constructor("return process")()) !== "done",
    }))`;
  expect(JSON.parse(await outputOf(source))).toEqual({
    environment: [],
    reads: "ERR_ACCESS_DENIED",
    writes: "ERR_ACCESS_DENIED",
    spawns: "ERR_ACCESS_DENIED",
    threads: "ERR_ACCESS_DENIED",
    makesCode: true,
  });
});

it("exits with the server even if a part left a timer running", async () => {
  const child = spawnSandboxed(readFileSync(new URL("./ssr-worker.js", import.meta.url), "utf8"));
  const bundles = { shell: { name: "shell", code: "setInterval(() => {}, 1000); exports.provided = {}" }, part: null };
  child.stdin.write(`${JSON.stringify({ bundles })}\n`);
  const [answer] = (await once(child.stdout, "data")) as [Buffer];
  expect(answer.toString()).toBe('{"ready":true}\n');
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});

it("has no network if the machine supports it", async () => {
  const server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const source = `require("node:net").connect(${port}, "127.0.0.1").on("connect", () => console.log("connected")).on("error", () => console.log("refused"))`;
  const output = await outputOf(`${source}; setTimeout(() => process.exit(), 2000).unref()`);
  server.close();
  expect(output.trim()).toBe(unrestrictedBy(chosenSandbox()).includes("the network") ? "connected" : "refused");
});

it("has the same memory on every Node version if the machine can limit it", async () => {
  const source = `
    const kept = [];
    while (kept.length < 100) {
      kept.push(Buffer.alloc(16 * 1024 * 1024));
      console.log(kept.length * 16);
    }`;
  const mebibytes = Number((await outputOf(source)).trim().split("\n").at(-1));
  if (unrestrictedBy(chosenSandbox()).includes("memory without a limit")) return;
  expect(mebibytes).toBeGreaterThan(450);
  expect(mebibytes).toBeLessThan(640);
});

it("warns at startup about each missing restriction", () => {
  const warnings = sandboxCommand(640).map((each) => {
    const warn = jest.fn();
    warnOfSandbox({ warn }, each);
    return warn.mock.calls.map(([line]) => (line as { left: string[] }).left);
  });
  const [network, settings, memory] = ["the network", "a look at the server's settings", "memory without a limit"];
  expect(warnings).toEqual([[], [], [], [], [[network]], [[network, settings]], [[network, settings, memory]]]);
});

const hasCompiler = ["cc", "setpriv"].every(
  (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0,
);

(hasCompiler && process.platform === "linux" ? it : it.skip)(
  "has no network or files in the container sandbox without privileges or namespaces",
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "conquest-wall-"));
    try {
      const program = path.join(folder, "conquest-wall");
      expect(
        spawnSync("cc", [
          "-O2",
          "-Wall",
          "-Werror",
          "-o",
          program,
          path.resolve(__dirname, "../../../deploy/conquest-wall.c"),
        ]).status,
      ).toBe(0);
      chmodSync(folder, 0o777);
      const server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const source = `
      const { writeFileSync } = require("node:fs");
      const tried = (what) => { try { what(); return "done"; } catch (error) { return error.code; } };
      const written = tried(() => writeFileSync(${JSON.stringify(path.join(folder, "left-behind"))}, "x"));
      require("node:net").connect(${port}, "127.0.0.1").on("connect", () => said("connected")).on("error", (error) => said(error.code));
      const said = (network) => { console.log(written + " " + network); process.exit(); };`;
      const asUnprivileged =
        process.getuid?.() === 0
          ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--bounding-set=-all", "--inh-caps=-all"]
          : ["setpriv"];
      const run = ([command, ...rest]: string[]) =>
        spawnSync(command!, rest, { env: {}, encoding: "utf8" }).stdout.trim();
      const node = [process.execPath, "-e", source];
      expect(run([...asUnprivileged, "--no-new-privs", ...node])).toBe("done connected");
      expect(run([...asUnprivileged, "--no-new-privs", program, ...node])).toMatch(/^(EACCES|done) EPERM$/);
      server.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

it("throws without crashing if no file descriptors are left", async () => {
  const program = `
    import { openSync } from "node:fs";
    import { spawnSandboxed, chosenSandbox } from ${JSON.stringify(new URL("./sandboxed-process.ts", import.meta.url).href)};
    chosenSandbox();
    const opened = [];
    try { for (;;) opened.push(openSync("/dev/null")); } catch {}
    try { spawnSandboxed("0"); } catch (error) { console.log(error.name); }
    setTimeout(() => console.log("alive"), 100);`;
  const child = spawn(
    "prlimit",
    ["--nofile=100:100", process.execPath, "--import", "tsx", "--input-type=module", "-e", program],
    { env: { PATH: process.env["PATH"] } },
  );
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await once(child, "close");
  expect(text).toBe("OutOfResourcesError\nalive\n");
});
