/** @jest-environment node */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import webpack, { type WebpackPluginInstance } from "webpack";

let folder = "";
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), "conquest-html-"))));
afterEach(() => rm(folder, { recursive: true }));

it("preloads the matching font before the stylesheet of all fonts, and no other", async () => {
  const { HtmlPlugin } = (await import("./html-plugin.mjs" as string)) as {
    HtmlPlugin: new (options: object) => WebpackPluginInstance;
  };
  const template = path.join(folder, "index.html");
  await writeFile(template, "<head><!-- assets --></head>");
  await writeFile(path.join(folder, "main.js"), "");
  const [basic, other] = ["basic", "other"].map((name) => `@font-face{src:url("./files/${name}.woff2")}`);
  const fonts = path.join(folder, "fonts.css");
  await writeFile(fonts, `${basic}${other}`);
  await mkdir(path.join(folder, "files"));
  for (const name of ["basic", "other"]) await writeFile(path.join(folder, `files/${name}.woff2`), name);
  const compiler = webpack({
    mode: "none",
    context: folder,
    entry: { main: "./main.js" },
    output: { path: path.join(folder, "dist"), publicPath: "auto" },
    plugins: [new HtmlPlugin({ template, fonts, preloadedFont: /^basic\b/ })],
  });
  await new Promise<void>((resolve, reject) => compiler.run((error) => (error ? reject(error) : resolve())));
  const html = await readFile(path.join(folder, "dist/index.html"), "utf8");
  const [file] = (await readFile(path.join(folder, "dist/fonts.css"), "utf8")).match(/basic\.[0-9a-f]{8}\.woff2/)!;
  expect(await readFile(path.join(folder, "dist", file), "utf8")).toBe("basic");
  expect(html.match(/<(?:link|script) [^>]+>/g)).toEqual([
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`,
    '<link rel="stylesheet" href="fonts.css">',
    '<script defer src="main.js">',
  ]);
});

it("gives no typeface of the text a swap, so that a page never mixes typefaces", async () => {
  const css = await readFile(path.join(__dirname, "../../styles/fonts.css"), "utf8");
  const faces = css.match(/@font-face \{[^}]*font-family: "Archivo";[^}]*\}/g) ?? [];
  expect(faces.map((face) => /font-display: (\w+)/.exec(face)?.[1])).toEqual(["optional", "optional", "optional"]);
});
