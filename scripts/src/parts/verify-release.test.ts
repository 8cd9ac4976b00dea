import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Build } from "@conquest/server/src/releases/store/release-store";
import { verifyRelease } from "./verify-release";

const build: Build = {
  part: "mf-public",
  remote: null,
  files: [
    { path: "remoteEntry.js", content: Buffer.from("register();") },
    { path: "a/picture.png", content: Buffer.from([137, 80, 0, 255]) },
  ],
};
const shell: Build = {
  part: "shell",
  remote: null,
  files: [{ path: "index.html", content: Buffer.from("<html></html>") }],
};
const BASE = "/mf/mf-public/2/";

let server: Server;
let answers: Record<string, () => string | Buffer>;
let url: string;

/** Responds with version 1 to the first `late` requests, and then with version 2. */
const lagging = (late: number, write: (version: number) => string) => () => write(late-- > 0 ? 1 : 2);
const registry = (version: number) =>
  JSON.stringify({ remotes: { "mf-public": { current: { base: `/mf/mf-public/${version}/` } } } });
const html = (version: number) => `<script src="/mf/shell/${version}/main.js"></script>`;

beforeEach(async () => {
  answers = Object.fromEntries(build.files.map(({ path, content }) => [BASE + path, () => content]));
  answers["/mf/registry.json"] = lagging(0, registry);
  server = createServer((request, response) => {
    const body = answers[request.url ?? ""]?.();
    response.statusCode = body === undefined ? 404 : 200;
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

let waits: number;
const wait = async () => void (waits += 1);
beforeEach(() => (waits = 0));

it("accepts a site that serves the build unchanged", async () => {
  await verifyRelease(url, build, "2", wait);
  expect(waits).toBe(0);
});

it("rejects a single different byte in any file", async () => {
  answers[`${BASE}a/picture.png`] = () => Buffer.from([137, 80, 0, 254]);
  await expect(verifyRelease(url, build, "2", wait)).rejects.toThrow(
    "a/picture.png has other content than was uploaded.",
  );
});

it("rejects a missing file", async () => {
  delete answers[`${BASE}remoteEntry.js`];
  await expect(verifyRelease(url, build, "2", wait)).rejects.toThrow(
    "remoteEntry.js was uploaded, but the site responds with 404.",
  );
});

it.each([
  ["a remote", build, "/mf/registry.json", registry],
  ["the shell", shell, "/", html],
] as const)("waits for a server that still serves the previous version of %s", async (_, given, address, write) => {
  answers[address] = lagging(3, write);
  await verifyRelease(url, given, "2", wait);
  expect(waits).toBe(3);
});

it("waits for a server with a temporary error", async () => {
  let late = 2;
  answers["/mf/registry.json"] = () => (late-- > 0 ? "<!doctype html>" : registry(2));
  await verifyRelease(url, build, "2", wait);
  expect(waits).toBe(2);
});

it("rejects after the timeout", async () => {
  answers["/mf/registry.json"] = lagging(Infinity, registry);
  await expect(verifyRelease(url, build, "2", wait)).rejects.toThrow("does not serve it to new tabs yet");
});
