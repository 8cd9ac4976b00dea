import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "./src/root";

const run = promisify(execFile);

type Overrides = Record<string, string | Record<string, string>>;
const { overrides } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { overrides: Overrides };

const leftOut = Object.entries(overrides).flatMap(([dependent, rules]) =>
  Object.entries(typeof rules === "string" ? { [dependent]: rules } : rules)
    .filter(([, place]) => place.startsWith("file:"))
    // A range after the name limits the override to dependents that ask for it.
    .map(([nameAndRange, place]) => [nameAndRange.replace(/(?<=.)@.*/, ""), place] as const)
    .map(([name, place]) => ({
      // npm installs a peer dependency for the package that requires it; for others it is optional.
      dependent: name === "@rspack/core" ? "@module-federation/rspack" : dependent,
      name,
      place: place.slice("file:".length),
    })),
);

const packageIn = (...folders: string[]) => {
  const file = path.join(root, ...folders, "package.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { name: string; version: string }) : undefined;
};

/** npm installs the server's version for firebase-tools too. */
const SHARED = "@electric-sql/pglite";

it("installs a stub for each package left out", () => {
  expect(leftOut.length).toBeGreaterThan(40);
  for (const { dependent, name, place } of leftOut) {
    // npm resolves the path of an override from the folder of the dependent package.
    const stub = path.relative(root, path.resolve(root, "node_modules", dependent, place));
    expect(path.dirname(stub)).toBe("stubs");
    const nested = packageIn("node_modules", dependent, "node_modules", name);
    const installed = nested ?? (name === SHARED ? packageIn(stub) : packageIn("node_modules", name));
    expect({ dependent, name, installed }).toEqual({ dependent, name, installed: packageIn(stub) });
  }
});

it.each(["@google-cloud/pubsub", "firebase/firestore", "selfsigned", "@modelcontextprotocol/sdk/server/index.js"])(
  "explains the failure of loading %s",
  async (name) => {
    const load = run(process.execPath, ["-e", `require(${JSON.stringify(name)})`], { cwd: root });
    await expect(load).rejects.toThrow(
      /is left out of the install by "overrides" in package\.json, but is loaded at .*Remove its line/,
    );
  },
);

it("explains the failure of calling a package that is only loaded", async () => {
  const call = run(process.execPath, ["-e", 'require("@inquirer/prompts").input({})'], { cwd: root });
  await expect(call).rejects.toThrow(
    /@inquirer\/prompts is left out of the install by "overrides" in package\.json, but input is called\. Remove its line/,
  );
});

const inNewProcess = (...args: string[]) =>
  run(process.execPath, ["--import", "tsx", ...args], { cwd: root, timeout: 120_000 });

it("needs none of them for accounts", async () => {
  await inNewProcess(path.join(root, "scripts/src/identity/use-identity.ts"));
}, 150_000);

it("needs none of them for builds and the development server", async () => {
  const program = `
    import assert from "node:assert/strict";
    import { createRequire } from "node:module";
    import path from "node:path";
    import webpack from "webpack";
    import Server from "webpack-dev-server";
    import configOf from "./shell/webpack.config.mjs";
    // Creating a compiler loads what its plugins need.
    webpack(configOf({}, { mode: "production" }));
    webpack(configOf({ WEBPACK_SERVE: true }, { mode: "development" }));
    const plugin = createRequire(createRequire(path.resolve("shared/x.mjs")).resolve("@pmmmwh/react-refresh-webpack-plugin"));
    assert.equal(plugin("core-js-pure/features/global-this"), globalThis);
    const entry = path.resolve("stubs/core-js-pure/global-this.cjs");
    const server = new Server({ port: 0 }, webpack({ mode: "development", entry }));
    await server.start();
    await server.stop();
    process.exit(0);`;
  await inNewProcess("--input-type=module", "--eval", program);
}, 150_000);
