import { readFile } from "node:fs/promises";
import path from "node:path";
import semver from "semver";
import { directDependencies, readPackages } from "./direct-dependencies";
import { readHeldPackages } from "./held-packages";

const root = path.resolve(__dirname, "../../..");
const read = (file: string) => readFile(path.join(root, file), "utf8");

interface LockFile {
  packages: Record<string, { version?: string; engines?: { node?: string } }>;
}

describe("dependencies", () => {
  it("match the held ranges of docs/dependencies.md", async () => {
    const used = directDependencies(await readPackages(root));
    const held = readHeldPackages(await read("docs/dependencies.md"));
    expect(held.length).toBeGreaterThan(0);
    for (const { name, range, reason, unlockedBy } of held) {
      const versions = [...(used.get(name) ?? [])];
      expect({
        name,
        range,
        isHeld: versions.length > 0 && versions.every((each) => semver.satisfies(each, range)),
      }).toEqual({ name, range, isHeld: true });
      expect({ name, isExplained: reason !== "" && unlockedBy !== "" }).toEqual({ name, isExplained: true });
    }
  });

  it("all support the oldest Node version of the project", async () => {
    const { engines } = JSON.parse(await read("package.json")) as { engines: { node: string } };
    const floor = semver.minVersion(engines.node)!;
    const { packages } = JSON.parse(await read("package-lock.json")) as LockFile;
    const unsupported = Object.entries(packages).flatMap(([name, { engines: needs }]) =>
      needs?.node && !semver.satisfies(floor, needs.node) ? [`${name} needs ${needs.node}`] : [],
    );
    expect(unsupported).toEqual([]);
  });
});

it("counts versions of all workspaces and overrides, but not replaced packages", () => {
  const used = directDependencies([
    {
      name: "conquest",
      devDependencies: { one: "1.0.0" },
      overrides: { two: "2.0.0", three: { four: "npm:x@1.0.0" } },
    },
    { name: "part", dependencies: { one: "1.1.0", five: "file:../five", "@conquest/shared": "1.0.0" } },
  ]);
  expect(Object.fromEntries([...used].map(([name, versions]) => [name, [...versions]]))).toEqual({
    one: ["1.0.0", "1.1.0"],
    two: ["2.0.0"],
  });
});
