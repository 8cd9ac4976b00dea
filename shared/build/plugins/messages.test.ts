/** @jest-environment node */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import webpack, { type WebpackPluginInstance } from "webpack";
import type { Catalog } from "@conquest/shared/contracts/parts/languages";
import { findTranslation } from "@conquest/shared/contracts/text/find-translation";

let folder = "";
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), "conquest-message-files-"))));
afterEach(() => rm(folder, { recursive: true }));

const LANGUAGE = 'import { t } from "@conquest/shared/singletons/language";\n';
const FILES = {
  "src/routes.tsx": `${LANGUAGE}t("Everywhere");
    export default { "/about": () => import("./features/about/about-page"), "/terms": () => import("./features/terms/terms-page") };`,
  "src/features/about/about-page.tsx": `${LANGUAGE}import { deep } from "./labels"; t("Our story"); t("New"); deep(); import("./dialog");`,
  "src/features/about/labels.ts": 'export { deep } from "./deep"; export { unused } from "./unused";',
  "src/features/about/deep.ts": `${LANGUAGE}export const deep = () => t("Deep");`,
  "src/features/about/unused.ts": `${LANGUAGE}export const unused = () => t("Terms of use");`,
  "src/features/about/dialog.tsx": `${LANGUAGE}export default t("Later");`,
  "src/features/terms/terms-page.tsx": 'export default "Terms";',
  "package.json": JSON.stringify({ sideEffects: ["./src/features/about/*.tsx"] }),
  "messages/about.bn.json": JSON.stringify({ "Our story": "আমাদের গল্প", Deep: "গভীর", Later: "পরে", New: "" }),
  "messages/common.bn.json": JSON.stringify({ "About us": "আমাদের সম্পর্কে", "Terms of use": "শর্তাবলি" }),
};

interface Pages {
  [path: string]: { scripts: string[]; messages?: Record<string, string> };
}

/** A shell has one page, its entry, and chunks.json instead of pages.json. */
async function build(mode: "production" | "development", { isPseudo = false, isShell = false } = {}) {
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  const { PagesPlugin, NamedChunksPlugin } = (await import("./pages-plugin.mjs")) as unknown as {
    PagesPlugin: new (options: object) => WebpackPluginInstance;
    NamedChunksPlugin: new (names: string[], options: object) => WebpackPluginInstance;
  };
  const routes = [
    { path: "/about", title: "About us" },
    { path: "/terms", title: "Terms of use" },
  ];
  const compiler = webpack({
    mode,
    context: folder,
    entry: isShell ? "./src/features/about/about-page.tsx" : "./src/routes.tsx",
    output: { path: path.join(folder, "dist") },
    target: "web",
    devtool: false,
    resolve: { extensions: [".tsx", ".ts"] },
    externals: { "@conquest/shared/singletons/language": "language" },
    experiments: { typescript: false },
    plugins: [
      isShell ? new NamedChunksPlugin([], { folder, isPseudo }) : new PagesPlugin({ folder, routes, isPseudo }),
    ],
  });
  const stats = await new Promise<webpack.Stats>((resolve, reject) =>
    compiler.run((error, result) => (result ? resolve(result) : reject(error!))),
  );
  expect(stats.compilation.errors).toEqual([]);
  const read = (file: string) => readFile(path.join(folder, "dist", file), "utf8");
  return {
    pages: JSON.parse(await read(isShell ? "chunks.json" : "pages.json")) as Pages,
    read,
    watched: [...stats.compilation.fileDependencies],
  };
}

const MESSAGES = ["About us", "Terms of use", "Our story", "Deep", "Later", "New", "Everywhere"];

/** Reads the file like the server, see server/src/pages/page-messages.ts. */
function translationsIn(script: string): Record<string, string> {
  const [, json] = /^\(self\.conquestMessages\?\?=\[\]\)\.push\((\{.*\})\)\n$/.exec(script)!;
  const catalog = JSON.parse(json!) as Catalog;
  const found = MESSAGES.map((message) => [message, findTranslation([catalog], message)] as const).filter(
    ([message, translation]) => translation !== message,
  );
  expect(found).toHaveLength(Object.keys(catalog).length);
  return Object.fromEntries(found);
}

it("emits a file with the translations that a page uses, and its title", async () => {
  const { pages, read, watched } = await build("production");
  expect(pages["/about"]!.messages).toEqual({ bn: "messages/about.bn.js" });
  expect(translationsIn(await read("messages/about.bn.js"))).toEqual({
    "About us": "আমাদের সম্পর্কে",
    Deep: "গভীর",
    Later: "পরে",
    "Our story": "আমাদের গল্প",
  });
  expect(watched).toContain(path.join(folder, "messages/about.bn.json"));
});

it("emits nothing for a page without own translations", async () => {
  const { pages } = await build("development");
  expect(pages["/terms"]).toEqual({ scripts: expect.any(Array) as unknown, styles: [] });
  expect(pages["/about"]!.messages).toEqual({ bn: "messages/about.bn.js" });
});

it("separates the messages of the shell's chunks that load later", async () => {
  const { pages, read } = await build("production", { isShell: true });
  expect(pages).toMatchObject({ main: { messages: { bn: "messages/main.bn.js" } } });
  expect(translationsIn(await read("messages/main.bn.js"))).toEqual({ Deep: "গভীর", "Our story": "আমাদের গল্প" });
  expect(translationsIn(await read(pages["later"]!.messages!["bn"]!))).toEqual({ Later: "পরে" });
});

it("accents every message in a pseudo build", async () => {
  const { pages, read } = await build("development", { isPseudo: true });
  expect(translationsIn(await read(pages["/about"]!.messages!["bn"]!))).toMatchObject({
    New: "Nëw",
    Everywhere: "Ëvërýwhërë",
  });
});
