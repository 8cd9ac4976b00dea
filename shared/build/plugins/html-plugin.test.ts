/** @jest-environment node */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import webpack, { type WebpackPluginInstance } from "webpack";

let folder = "";
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), "conquest-html-"))));
afterEach(() => rm(folder, { recursive: true }));

it("preloads the matching font before scripts and styles, and no other", async () => {
  const { HtmlPlugin } = (await import("./html-plugin.mjs" as string)) as {
    HtmlPlugin: new (options: object) => WebpackPluginInstance;
  };
  const template = path.join(folder, "index.html");
  await writeFile(template, "<head><!-- assets --></head>");
  await writeFile(path.join(folder, "main.js"), 'import "./basic.woff2"; import "./other.woff2";');
  for (const name of ["basic", "other"]) await writeFile(path.join(folder, `${name}.woff2`), name);
  const compiler = webpack({
    mode: "none",
    context: folder,
    entry: { main: "./main.js" },
    output: { path: path.join(folder, "dist"), publicPath: "auto", assetModuleFilename: "[name][ext]" },
    module: { rules: [{ test: /\.woff2$/, type: "asset/resource" }] },
    plugins: [new HtmlPlugin({ template, preloadedFont: /^basic\b/ })],
  });
  await new Promise<void>((resolve, reject) => compiler.run((error) => (error ? reject(error) : resolve())));
  const html = await readFile(path.join(folder, "dist/index.html"), "utf8");
  expect(html.match(/<(?:link|script) [^>]+>/g)).toEqual([
    '<link rel="preload" as="font" type="font/woff2" crossorigin href="basic.woff2">',
    '<script defer src="main.js">',
  ]);
});

it("gives no typeface of the text a swap, so that a page never mixes typefaces", async () => {
  const css = await readFile(path.join(__dirname, "../../styles/fonts.css"), "utf8");
  const faces = css.match(/@font-face \{[^}]*font-family: "Archivo";[^}]*\}/g) ?? [];
  expect(faces.map((face) => /font-display: (\w+)/.exec(face)?.[1])).toEqual(["optional", "optional", "optional"]);
});
