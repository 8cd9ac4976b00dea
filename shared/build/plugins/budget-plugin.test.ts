/** @jest-environment node */
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import webpack, { type Configuration, type WebpackPluginInstance } from "webpack";

interface BuildResult {
  errors: string[];
  read: (file: string) => Promise<string>;
}
let folder = "";
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), "conquest-budget-"))));
afterEach(() => rm(folder, { recursive: true }));

/** Returns a script of this size in kilobytes that can't be compressed. */
const scriptOfSize = (kilobytes: number) =>
  `export default ${JSON.stringify(randomBytes(kilobytes * 750).toString("base64"))};`;

const plugin = async (file: string, name: string, options: object) => {
  const module = (await import(`./${file}.mjs`)) as Record<string, new (options: object) => WebpackPluginInstance>;
  return new module[name]!(options);
};

async function build(
  files: Record<string, string>,
  entry: Configuration["entry"],
  plugins: WebpackPluginInstance[],
): Promise<BuildResult> {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const compiler = webpack({
    mode: "none",
    context: folder,
    entry,
    output: { path: path.join(folder, "dist") },
    target: "web",
    // On from Node 22.6, but without support for .tsx files.
    experiments: { typescript: false },
    plugins,
  });
  const stats = await new Promise<webpack.Stats>((resolve, reject) =>
    compiler.run((error, result) => (result ? resolve(result) : reject(error!))),
  );
  const errors = stats.compilation.errors.map(({ message }) => message);
  return { errors, read: (file) => readFile(path.join(folder, "dist", file), "utf8") };
}

const TABLE =
  'export default { "/light": () => import(/* webpackChunkName: "page-light" */ "./light.js"), "/heavy": () => import(/* webpackChunkName: "page-heavy" */ "./heavy.js") };';

const buildRemote = async (budget: Record<string, number>, paths = ["/light", "/heavy"], isQuick = false) =>
  build(
    { "routes.tsx": TABLE, "light.js": scriptOfSize(1), "heavy.js": scriptOfSize(30) },
    { routes: "./routes.tsx" },
    [
      await plugin("pages-plugin", "PagesPlugin", { folder, routes: paths.map((path) => ({ path, title: path })) }),
      await plugin("budget-plugin", "BudgetPlugin", { part: "mf-tea", budget, isQuick }),
    ],
  );

it("lists each page's files, and passes pages within their budget", async () => {
  const { errors, read } = await buildRemote({ "*": 20, "/heavy": 60 });
  expect(errors).toEqual([]);
  expect(JSON.parse(await read("pages.json"))).toEqual({
    "/light": { scripts: ["page-light.js"], styles: [] },
    "/heavy": { scripts: ["page-heavy.js"], styles: [] },
  });
});

it("reports page, size and budget if a page exceeds it", async () => {
  const { errors } = await buildRemote({ "*": 20 });
  expect(errors).toEqual([
    expect.stringMatching(
      /^mf-tea brings \d\d\.\d kB of scripts to \/heavy, more than its budget of 20 kB .*page-heavy\.js \d\d\.\d/,
    ),
  ]);
});

it("limits the whole part, and emits the budget", async () => {
  const { errors, read } = await buildRemote({ "*": 60, whole: 25 });
  expect(errors).toEqual([
    expect.stringMatching(
      /^mf-tea weighs \d\d\.\d kB as a whole, more than its budget of 25 kB .*: page-heavy\.js \d\d\.\d/,
    ),
  ]);
  expect(JSON.parse(await read("budget.json"))).toEqual({ "*": 60, whole: 25 });
});

it("checks no quick build, and allows it a quarter more", async () => {
  const { errors, read } = await buildRemote({ "*": 20 }, ["/light", "/heavy"], true);
  expect(errors).toEqual([]);
  expect(JSON.parse(await read("budget.json"))).toEqual({ "*": 25 });
});

it("fails if the page table and remote.json differ", async () => {
  const { errors } = await buildRemote({}, ["/light", "/elsewhere"]);
  expect(errors).toEqual([expect.stringContaining("differ in /elsewhere, /heavy.")]);
});

it("measures the script of a part without pages", async () => {
  const options = { part: "shell", budget: { "*": 20 } };
  const { errors } = await build({ "main.js": scriptOfSize(30) }, { main: "./main.js" }, [
    await plugin("budget-plugin", "BudgetPlugin", options),
  ]);
  expect(errors).toEqual([
    expect.stringMatching(/^shell brings \d\d\.\d kB of scripts to every page, more than its budget of 20 kB/),
  ]);
});
