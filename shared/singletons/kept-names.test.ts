import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { CONTRACT_VERSION, satisfiesContract } from "@conquest/shared/contracts/parts/contract-version";

/** Maps a contract version to the exports it added to each shared module. */
type Recorded = Record<string, Record<string, string[]>>;
const recorded = JSON.parse(readFileSync(path.join(__dirname, "kept-names.json"), "utf8")) as Recorded;

const singletons = readdirSync(__dirname)
  .filter((file) => /^[\w-]+\.ts$/.test(file))
  .map((file) => path.basename(file, ".ts"));
const SHIMS = { "react-router-dom": "router", "@tanstack/react-query": "query" };

const namesIn = (module: object) => Object.keys(module).filter((key) => key !== "default" && key !== "__esModule");

/** Parses the shim's export statement, since Jest can't load the module it re-exports. */
const namesInShim = (file: string) =>
  (/export \{([^}]+)\}/.exec(readFileSync(path.join(__dirname, `../build/shims/${file}.mjs`), "utf8"))?.[1] ?? "")
    .replace(/\/\/.*/g, "")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

/** Returns the exports that remotes can import, by module. */
async function currentExports(): Promise<Record<string, string[]>> {
  const modules = await Promise.all(
    singletons.map(
      async (name) => [`@conquest/shared/singletons/${name}`, namesIn((await import(`./${name}`)) as object)] as const,
    ),
  );
  return Object.fromEntries([
    ...modules,
    ...Object.entries(SHIMS).map(([library, file]) => [library, namesInShim(file)] as const),
  ]);
}

const major = (version: string) => version.split(".")[0];
const recordedNames = (name: string) => Object.values(recorded).flatMap((modules) => modules[name] ?? []);

it("still exports every name that live remotes may import", async () => {
  const now = await currentExports();
  const missing = Object.entries(recorded)
    .filter(([version]) => major(version) === major(CONTRACT_VERSION))
    .flatMap(([version, modules]) =>
      Object.entries(modules).flatMap(([name, names]) =>
        names.filter((key) => !now[name]?.includes(key)).map((key) => `${key} of ${name}, there since ${version}`),
      ),
    );
  // Live remotes import it and would fail in the next shell. Restore it, or raise the major of CONTRACT_VERSION and
  // restart kept-names.json.
  expect(missing).toEqual([]);
});

it("records each new name under the contract version that adds it", async () => {
  const unrecorded = Object.entries(await currentExports()).flatMap(([name, names]) =>
    names.filter((key) => !recordedNames(name).includes(key)).map((key) => `${key} of ${name}`),
  );
  // A remote must be able to require a shell that has it: raise the minor of CONTRACT_VERSION and record the name under
  // that version in kept-names.json.
  expect(unrecorded).toEqual([]);
});

it("records nothing for a future version", () => {
  expect(Object.keys(recorded).filter((version) => !satisfiesContract(`^${version}`))).toEqual([]);
});
