/** @jest-environment node */
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

interface Entry {
  key: string;
  code: string;
  map: unknown;
}
interface Loader {
  pitch(this: unknown): Promise<void>;
  default(this: unknown, code: string, map?: unknown): void;
  readEntry(file: string): Promise<Entry | undefined>;
  writeEntry(file: string, entry: Entry): Promise<void>;
}

let folder = "";
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), "conquest-transpiled-"))));
// A build does not wait for its cache.
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const loader = () => import("./transpile-once-loader.mjs") as unknown as Promise<Loader>;
const ENTRY: Entry = { key: "1", code: "export {};", map: null };

/** Transpiles the source like webpack; returns the code and whether it came from the cache. */
async function transpile(source: string, { file, version = "1" }: { file: string; version?: string }) {
  const { pitch, default: normal } = await loader();
  return new Promise<[code: string, isCached: boolean]>((resolve, reject) => {
    let isCached = true;
    const context = {
      resourcePath: file,
      data: {},
      getOptions: () => ({ folder, version }),
      addDependency: () => undefined,
      fs: { readFile: (_: string, done: (error: null, content: Buffer) => void) => done(null, Buffer.from(source)) },
      callback: (_: null, code: string) => resolve([code, isCached]),
      async: () => (error: Error | null, code?: string) => {
        if (error) return reject(error);
        if (code !== undefined) return resolve([code, isCached]);
        isCached = false;
        normal.call(context, `transpiled ${source}`);
      },
    };
    void pitch.call(context);
  });
}

it("transpiles a source once, and again after an edit or with other options", async () => {
  const file = `/${randomUUID()}.ts`;
  expect(await transpile("a", { file })).toEqual(["transpiled a", false]);
  expect(await transpile("a", { file })).toEqual(["transpiled a", true]);
  expect(await transpile("b", { file })).toEqual(["transpiled b", false]);
  expect(await transpile("b", { file, version: "2" })).toEqual(["transpiled b", false]);
});

it("still transpiles if the cache cannot be written", async () => {
  await rm(folder, { recursive: true });
  await writeFile(folder, "a file in place of the folder");
  expect(await transpile("a", { file: `/${randomUUID()}.ts` })).toEqual(["transpiled a", false]);
});

it("reads what it has written, and leaves no drafts", async () => {
  const { readEntry, writeEntry } = await loader();
  const file = path.join(folder, "entry.json");
  await Promise.all([writeEntry(file, ENTRY), writeEntry(file, ENTRY)]);
  expect(await readEntry(file)).toMatchObject(ENTRY);
  expect(await readdir(folder)).toEqual(["entry.json"]);
});

it.each<[string, (file: string) => Promise<void>]>([
  ["is missing", (file) => rm(file)],
  ["is empty", (file) => truncate(file)],
  ["is cut off", (file) => truncate(file, 20)],
  ["has other code", async (file) => writeFile(file, (await readFile(file, "utf8")).replace("export", "import"))],
])("ignores an entry that %s", async (_, damage) => {
  const { readEntry, writeEntry } = await loader();
  const file = path.join(folder, "entry.json");
  await writeEntry(file, ENTRY);
  await damage(file);
  expect(await readEntry(file)).toBeUndefined();
});
