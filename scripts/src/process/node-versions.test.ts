import { readFile } from "node:fs/promises";
import path from "node:path";
import semver from "semver";
import { assertIntegrity, fetchNode, NODE_VERSIONS } from "./node-versions";

const root = path.resolve(__dirname, "../../..");
const read = (file: string) => readFile(path.join(root, file), "utf8");
const { oldest, shipped } = NODE_VERSIONS;

it("names the oldest Node version in package.json", async () => {
  const { engines } = JSON.parse(await read("package.json")) as { engines: { node: string } };
  expect(semver.minVersion(engines.node)?.version).toBe(oldest.version);
  for (const { version } of Object.values(NODE_VERSIONS)) expect(semver.satisfies(version, engines.node)).toBe(true);
});

it("ships the same Node version everywhere", async () => {
  const major = semver.major(shipped.version);
  expect((await read(".nvmrc")).trim()).toBe(String(major));
  const images = [...(await read("deploy/Dockerfile")).matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => version);
  expect(new Set(images)).toEqual(new Set([String(major)]));
  expect(await read("docs/operate.md")).toContain(`setup_${major}.x`);
});

it("returns the running program for its own version", async () => {
  const node = { version: process.version.slice(1), integrity: "" };
  expect(await fetchNode(node, "/nowhere")).toBe(process.execPath);
});

it("rejects a download with another integrity", () => {
  expect(() => assertIntegrity(Buffer.from("other"), shipped.integrity, "node")).toThrow(
    /integrity sha512-.* instead of/,
  );
});
