/** @jest-environment node */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import webpack, { type Configuration, type WebpackPluginInstance } from "webpack";

let folder = "";
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), "conquest-css-"))));
afterEach(() => rm(folder, { recursive: true }));

const CSS = "@layer page {\n  .cq-card {\n    color: #ff0000;\n\n    & > p {\n      margin: 0px;\n    }\n  }\n}\n";

async function build(options: Configuration): Promise<(name: string) => Promise<string>> {
  const { CssMinifyPlugin } = (await import("./css-minify-plugin.mjs")) as {
    CssMinifyPlugin: new () => WebpackPluginInstance;
  };
  await writeFile(path.join(folder, "main.js"), 'import "./style.css";');
  await writeFile(path.join(folder, "style.css"), CSS);
  const compiler = webpack({
    mode: "none",
    context: folder,
    entry: "./main.js",
    output: { path: path.join(folder, "dist"), assetModuleFilename: "[name][ext]" },
    module: { rules: [{ test: /\.css$/, type: "asset/resource" }] },
    optimization: { minimize: true, minimizer: [new CssMinifyPlugin()] },
    ...options,
  });
  await new Promise<void>((resolve, reject) => compiler.run((error) => (error ? reject(error) : resolve())));
  return (name) => readFile(path.join(folder, "dist", name), "utf8");
}

it("minifies stylesheets for browsers without nesting", async () => {
  const read = await build({});
  expect(await read("style.css")).toBe("@layer page{.cq-card{color:red}.cq-card>p{margin:0}}");
});
