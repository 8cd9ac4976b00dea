/** @jest-environment node */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import webpack, { type WebpackPluginInstance } from "webpack";

let folder = "";
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), "conquest-shims-"))));
afterEach(() => rm(folder, { recursive: true }));

const SHIM = { library: "a-library", modules: ["a-library/lib/large.js"], shim: "nothing.mjs" };

/** Builds an entry with these files of a-library. */
async function build(entry: string, library: Record<string, string>): Promise<{ errors: string[]; script: string }> {
  const { ShimPlugin } = (await import("./shim-plugin.mjs" as string)) as {
    ShimPlugin: new (shims: object[]) => WebpackPluginInstance;
  };
  await mkdir(path.join(folder, "node_modules/a-library/lib"), { recursive: true });
  await writeFile(path.join(folder, "entry.js"), entry);
  for (const [file, text] of Object.entries(library))
    await writeFile(path.join(folder, "node_modules/a-library", file), text);
  const compiler = webpack({
    mode: "production",
    context: folder,
    entry: "./entry.js",
    output: { path: path.join(folder, "dist") },
    optimization: { minimize: false },
    plugins: [new ShimPlugin([SHIM])],
  });
  const stats = await new Promise<webpack.Stats>((resolve, reject) =>
    compiler.run((error, result) => (result ? resolve(result) : reject(error!))),
  );
  await new Promise<void>((resolve) => compiler.close(() => resolve()));
  return {
    errors: stats.toJson({ errors: true }).errors!.map(({ message }) => message),
    script: await readFile(path.join(folder, "dist/main.js"), "utf8").catch(() => ""),
  };
}

const ENTRY = `import "a-library/index.js";`;

it("replaces a module of a library", async () => {
  const { errors, script } = await build(ENTRY, {
    "index.js": `import large from "./lib/large.js"; large();`,
    "lib/large.js": `export default () => console.log("the original");`,
  });
  expect(errors).toEqual([]);
  expect(script).not.toContain("the original");
});

it("fails a build whose library no longer has the replaced module", async () => {
  const { errors } = await build(ENTRY, {
    "index.js": `import large from "./lib/moved.js"; large();`,
    "lib/moved.js": `export default () => console.log("the original");`,
  });
  expect(errors).toEqual([
    expect.stringContaining(
      "shims/nothing.mjs replaces a-library/lib/large.js, but this build of a-library does not contain it",
    ),
  ]);
});

it("accepts a build without the library", async () => {
  expect((await build(`console.log("nothing");`, {})).errors).toEqual([]);
});
