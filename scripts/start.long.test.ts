import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort, isPortFree } from "./src/process/ports";
import { startSite, stopSite, type SiteChild } from "./src/process/site-child";

const root = path.resolve(__dirname, "..");

function npmStart(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["start", "--", "--no-build"], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const listen = (chunk: Buffer) => (output += chunk.toString("utf8"));
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

const portOf = (address: string) => Number(new URL(address).port);

async function untilFree(port: number): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (await isPortFree(port)) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

describe("npm start", () => {
  let dataFolder = "";
  let site: SiteChild;
  beforeAll(async () => {
    dataFolder = await mkdtemp(path.join(tmpdir(), "conquest-start-"));
    site = await startSite({ dataFolder, args: ["--no-build"], patience: 120_000 });
  }, 150_000);
  afterAll(async () => {
    if (site.process.exitCode === null) await stopSite(site);
    await rm(dataFolder, { recursive: true, force: true });
  }, 30_000);

  it("names the taken ports and how to choose others", async () => {
    const [port, authPort] = [String(portOf(site.url)), String(portOf(site.identityUrl))];
    const { code, output } = await npmStart({
      PORT: port,
      AUTH_EMULATOR_PORT: authPort,
      DATA_DIR: path.join(dataFolder, "other"),
    });
    expect(code).toBe(1);
    expect(output).toContain(`Port ${port} (for the site) is in use`);
    expect(output).toContain(`Port ${authPort} (for the identity emulator) is in use`);
    expect(output).toMatch(/AUTH_EMULATOR_PORT=\d+ npm start/);
  }, 60_000);

  it("rejects a second start with the same data", async () => {
    const { code, output } = await npmStart({
      PORT: String(await freePort()),
      AUTH_EMULATOR_PORT: String(await freePort()),
      DATA_DIR: dataFolder,
    });
    expect(code).toBe(1);
    expect(output).toMatch(/Another server is already using the database/);
    expect((await fetch(`${site.url}/api/popular-contests`)).status).toBe(200);
  }, 60_000);

  it("stops everything on Ctrl-C and keeps the data", async () => {
    expect(await stopSite(site, "SIGINT")).toBe(0);
    expect(await untilFree(portOf(site.identityUrl))).toBe(true);
    expect(await untilFree(portOf(site.url))).toBe(true);
    site = await startSite({ dataFolder, args: ["--no-build"], patience: 120_000 });
    expect(((await (await fetch(`${site.url}/api/popular-contests`)).json()) as unknown[]).length).toBeGreaterThan(0);
  }, 150_000);

  it("leaves no processes when npm is stopped", async () => {
    await stopSite(site);
    const [port, authPort] = [await freePort(), await freePort()];
    const npm = spawn("npm", ["start", "--", "--no-build"], {
      cwd: root,
      stdio: "ignore",
      env: { ...process.env, PORT: String(port), AUTH_EMULATOR_PORT: String(authPort), DATA_DIR: dataFolder },
    });
    while (
      !(await fetch(`http://127.0.0.1:${port}/api/popular-contests`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await new Promise((resolve) => setTimeout(resolve, 200));
    npm.kill("SIGTERM");
    expect(await untilFree(port)).toBe(true);
    expect(await untilFree(authPort)).toBe(true);
  }, 150_000);
});
