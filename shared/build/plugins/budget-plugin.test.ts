/** @jest-environment node */
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import webpack, { type Configuration, type WebpackPluginInstance } from "webpack";

interface Made {
  errors: string[];
  read: (file: string) => Promise<string>;
}
let folder = "";
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), "conquest-budget-"))));
afterEach(() => rm(folder, { recursive: true }));

/** A script that no compression makes smaller than this many kilobytes. */
const weighing = (kilobytes: number) =>
  `export default ${JSON.stringify(randomBytes(kilobytes * 750).toString("base64"))};`;

const plugin = async (file: string, name: string, given: object) => {
  const module = (await import(`./${file}.mjs`)) as Record<string, new (given: object) => WebpackPluginInstance>;
  return new module[name]!(given);
};

async function build(
  files: Record<string, string>,
  entry: Configuration["entry"],
  plugins: WebpackPluginInstance[],
): Promise<Made> {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const compiler = webpack({
    mode: "none",
    context: folder,
    entry,
    output: { path: path.join(folder, "dist") },
    target: "web",
    plugins,
  });
  const stats = await new Promise<webpack.Stats>((resolve, reject) =>
    compiler.run((error, made) => (made ? resolve(made) : reject(error!))),
  );
  const errors = stats.compilation.errors.map(({ message }) => message);
  return { errors, read: (file) => readFile(path.join(folder, "dist", file), "utf8") };
}

const TABLE =
  'export default { "/light": () => import(/* webpackChunkName: "page-light" */ "./light.js"), "/heavy": () => import(/* webpackChunkName: "page-heavy" */ "./heavy.js") };';

const aRemote = async (budget: Record<string, number>, paths = ["/light", "/heavy"]) =>
  build({ "routes.tsx": TABLE, "light.js": weighing(1), "heavy.js": weighing(30) }, { routes: "./routes.tsx" }, [
    await plugin("pages-plugin", "PagesPlugin", { paths }),
    await plugin("budget-plugin", "BudgetPlugin", { part: "mf-tea", budget }),
  ]);

it("writes which files each page needs, and lets pages within their budget pass", async () => {
  const { errors, read } = await aRemote({ "*": 20, "/heavy": 60 });
  expect(errors).toEqual([]);
  expect(JSON.parse(await read("pages.json"))).toEqual({
    "/light": { scripts: ["page-light.js"], styles: [] },
    "/heavy": { scripts: ["page-heavy.js"], styles: [] },
  });
});

it("fails with a sentence that names page, sum and budget", async () => {
  const { errors } = await aRemote({ "*": 20 });
  expect(errors).toEqual([
    expect.stringMatching(
      /^mf-tea brings \d\d\.\d kB of scripts to \/heavy, more than its budget of 20 kB .*page-heavy\.js \d\d\.\d/,
    ),
  ]);
});

it("holds the whole of a part to its budget, and takes the numbers along", async () => {
  const { errors, read } = await aRemote({ "*": 60, whole: 25 });
  expect(errors).toEqual([
    expect.stringMatching(
      /^mf-tea weighs \d\d\.\d kB as a whole, more than its budget of 25 kB .*: page-heavy\.js \d\d\.\d/,
    ),
  ]);
  expect(JSON.parse(await read("budget.json"))).toEqual({ "*": 60, whole: 25 });
});

it("fails where the page table and remote.json differ", async () => {
  const { errors } = await aRemote({}, ["/light", "/elsewhere"]);
  expect(errors).toEqual([expect.stringContaining("differ in /elsewhere, /heavy.")]);
});

it("weighs the script of a part without pages", async () => {
  const given = { part: "shell", budget: { "*": 20 } };
  const { errors } = await build({ "main.js": weighing(30) }, { main: "./main.js" }, [
    await plugin("budget-plugin", "BudgetPlugin", given),
  ]);
  expect(errors).toEqual([
    expect.stringMatching(/^shell brings \d\d\.\d kB of scripts to every page, more than its budget of 20 kB/),
  ]);
});
