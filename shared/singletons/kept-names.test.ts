import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { CONTRACT_VERSION, meetsContract } from "@conquest/shared/contracts/parts/contract-version";

/** By contract version: the names that it added to each of the modules that a page has one of. */
type Recorded = Record<string, Record<string, string[]>>;
const recorded = JSON.parse(readFileSync(path.join(__dirname, "kept-names.json"), "utf8")) as Recorded;

const singletons = readdirSync(__dirname)
  .filter((file) => /^[\w-]+\.ts$/.test(file))
  .map((file) => path.basename(file, ".ts"));
const CUT = { "react-router-dom": "router", "@tanstack/react-query": "query" };

const namesIn = (module: object) => Object.keys(module).filter((key) => key !== "default" && key !== "__esModule");

/** The names in the one export statement of such a file: what it exports from has no module that Jest could load. */
const namesOfCut = (file: string) =>
  (/export \{([^}]+)\}/.exec(readFileSync(path.join(__dirname, `../build/shims/${file}.mjs`), "utf8"))?.[1] ?? "")
    .replace(/\/\/.*/g, "")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

/** What remotes can import in this page, by module. */
async function offered(): Promise<Record<string, string[]>> {
  const modules = await Promise.all(
    singletons.map(
      async (name) => [`@conquest/shared/singletons/${name}`, namesIn((await import(`./${name}`)) as object)] as const,
    ),
  );
  return Object.fromEntries([
    ...modules,
    ...Object.entries(CUT).map(([library, file]) => [library, namesOfCut(file)] as const),
  ]);
}

const major = (version: string) => version.split(".")[0];
const keptFor = (name: string) => Object.values(recorded).flatMap((modules) => modules[name] ?? []);

it("every name that a live remote may rely on is still there", async () => {
  const now = await offered();
  const gone = Object.entries(recorded)
    .filter(([version]) => major(version) === major(CONTRACT_VERSION))
    .flatMap(([version, modules]) =>
      Object.entries(modules).flatMap(([name, names]) =>
        names.filter((key) => !now[name]?.includes(key)).map((key) => `${key} of ${name}, there since ${version}`),
      ),
    );
  // Remotes that are live were built with it and would fail in the next shell. Keep it, or raise the major of CONTRACT_VERSION and begin kept-names.json anew.
  expect(gone).toEqual([]);
});

it("every name that is new is recorded under the contract version that brings it", async () => {
  const unrecorded = Object.entries(await offered()).flatMap(([name, names]) =>
    names.filter((key) => !keptFor(name).includes(key)).map((key) => `${key} of ${name}`),
  );
  // A remote that uses it must be able to ask for a shell that has it: raise the minor of CONTRACT_VERSION and write the name below that version into kept-names.json.
  expect(unrecorded).toEqual([]);
});

it("nothing is recorded for a version that is not there yet", () => {
  expect(Object.keys(recorded).filter((version) => !meetsContract(`^${version}`))).toEqual([]);
});
