import { textsOfRoute } from "@conquest/shared/build/messages/catalogs.mjs";
import { MessageFiles } from "@conquest/shared/build/plugins/messages.mjs";

const SOURCE = "javascript/auto";

/**
 * Emits pages.json: `{ "/about": { "scripts": ["page-about.1a2b3c4d.js"], "styles": [] } }`, with the files of
 * its `messages` by language. Fails if remote.json and the page table differ.
 */
export class PagesPlugin {
  /** @param {{ folder: string, routes: readonly { path: string, title: string }[], isPseudo?: boolean }} remote */
  constructor({ folder, routes, isPseudo }) {
    this.folder = folder;
    this.routes = routes;
    this.isPseudo = isPseudo;
  }

  apply(compiler) {
    const { Compilation, sources, WebpackError } = compiler.webpack;
    compiler.hooks.compilation.tap("PagesPlugin", (_, { normalModuleFactory }) => {
      normalModuleFactory.hooks.parser.for(SOURCE).tap("PagesPlugin", (parser) => {
        parser.hooks.program.tap("PagesPlugin", (program) => {
          const { module } = parser.state;
          if (/[\\/]routes\.tsx$/.test(module.resource ?? "")) module.buildInfo.pageTable = pageTable(program);
        });
      });
    });
    compiler.hooks.thisCompilation.tap("PagesPlugin", (compilation) => {
      let tables = [];
      let messageFiles;
      let messages = {};
      // Unused imports are known; module concatenation may remove the module later.
      compilation.hooks.afterOptimizeDependencies.tap("PagesPlugin", (modules) => {
        tables = [...modules].filter(({ buildInfo }) => buildInfo?.pageTable);
        messageFiles = new MessageFiles(compilation, this);
        messages = messagesOfPages(compilation, messageFiles, tables, this.routes);
      });
      compilation.hooks.processAssets.tap(
        { name: "PagesPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const pages = pagesOf(compilation, tables);
          for (const [path, found] of Object.entries(messages)) {
            const name = path.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "home";
            Object.assign(pages[path], messageFiles.emit(name, found));
          }
          if (compilation.errors.length === 0) {
            const paths = this.routes.map(({ path }) => path);
            const mismatched = [...paths, ...Object.keys(pages)].filter(
              (path) => !paths.includes(path) || !pages[path],
            );
            if (mismatched.length > 0) {
              compilation.errors.push(
                new WebpackError(
                  `remote.json and the page table of src/routes.tsx differ in ${[...new Set(mismatched)].join(", ")}.`,
                ),
              );
            }
          }
          compilation.emitAsset("pages.json", new sources.RawSource(JSON.stringify(pages, null, 2)));
        },
      );
    });
  }
}

function pagesOf(compilation, tables) {
  const pages = {};
  for (const { path, block } of tables.flatMap(rowsOf))
    pages[path] = filesOf(block && compilation.chunkGraph.getBlockChunkGroup(block));
  return pages;
}

const rowsOf = ({ buildInfo, blocks }) =>
  buildInfo.pageTable.map(({ path, request }) => ({
    path,
    block: blocks.find(({ dependencies }) => dependencies.some((dependency) => dependency.request === request)),
  }));

/** Returns the messages of each page: its own, and those of modules that all pages of the part use. */
function messagesOfPages({ moduleGraph }, messageFiles, tables, routes) {
  const rows = tables.flatMap(rowsOf);
  const except = new Set(rows.flatMap(({ block }) => block?.dependencies ?? []));
  return Object.fromEntries(
    rows.map(({ path, block }) => {
      const entries = (block?.dependencies ?? []).flatMap((dependency) => moduleGraph.getModule(dependency) ?? []);
      const route = routes.find((each) => each.path === path);
      return [
        path,
        messageFiles.messagesFrom([...tables, ...entries], { except, also: route ? textsOfRoute(route) : [] }),
      ];
    }),
  );
}

export function filesOf(group) {
  const files = group?.getFiles().filter((file) => !file.includes("hot-update")) ?? [];
  return {
    scripts: files.filter((file) => file.endsWith(".js")),
    styles: files.filter((file) => file.endsWith(".css")),
  };
}

/** Finds all `"/path": () => import("request")` in a program, as `{ path, request }`. */
function pageTable(node) {
  if (Array.isArray(node)) return node.flatMap(pageTable);
  if (!node || typeof node.type !== "string") return [];
  const isRow =
    node.type === "Property" &&
    node.value.type === "ArrowFunctionExpression" &&
    node.value.body.type === "ImportExpression";
  if (isRow) return [{ path: String(node.key.value ?? node.key.name), request: node.value.body.source.value }];
  return Object.entries(node).flatMap(([key, child]) =>
    key === "parent" || typeof child !== "object" ? [] : pageTable(child),
  );
}

/** Emits chunks.json: by name, files of shell chunks that only some pages need. `main` has the shell's messages. */
export class NamedChunksPlugin {
  constructor(names, options) {
    this.names = names;
    this.options = options;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap("NamedChunksPlugin", (compilation) => {
      let messageFiles;
      let messages;
      compilation.hooks.afterOptimizeDependencies.tap("NamedChunksPlugin", () => {
        messageFiles = new MessageFiles(compilation, this.options);
        const { dependencies } = compilation.entries.get("main");
        const entries = dependencies.flatMap((dependency) => compilation.moduleGraph.getModule(dependency) ?? []);
        const { all, first } = messageFiles.messagesFrom(entries);
        const later = new Set([...all].filter((message) => !first.has(message)));
        messages = { main: { own: first, all: first }, later: { own: later, all: later } };
      });
      compilation.hooks.processAssets.tap(
        { name: "NamedChunksPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const entries = this.names.map((name) => [name, filesOf(compilation.namedChunkGroups.get(name))]);
          for (const [name, found] of Object.entries(messages))
            entries.push([name, { scripts: [], styles: [], ...messageFiles.emit(name, found) }]);
          compilation.emitAsset(
            "chunks.json",
            new sources.RawSource(JSON.stringify(Object.fromEntries(entries), null, 2)),
          );
        },
      );
    });
  }
}

/** Emits shell.json: the versions this shell offers, from which the server decides which remotes are compatible. */
export class ShellJsonPlugin {
  /** @param {{ contract: string, shared: Record<string, string> }} offers versions by name */
  constructor(offers) {
    this.offers = offers;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap("ShellJsonPlugin", (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: "ShellJsonPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          compilation.emitAsset("shell.json", new sources.RawSource(JSON.stringify(this.offers, null, 2)));
        },
      );
    });
  }
}
