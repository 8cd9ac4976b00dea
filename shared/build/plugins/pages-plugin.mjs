const SOURCE = "javascript/auto";

/**
 * Emits pages.json: `{ "/about": { "scripts": ["page-about.1a2b3c4d.js"], "styles": [] } }`. Fails if remote.json and
 * the page table differ.
 */
export class PagesPlugin {
  /** @param {{ paths: readonly string[] }} remote the paths of remote.json */
  constructor({ paths }) {
    this.paths = paths;
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
      // Module concatenation may remove the module later.
      compilation.hooks.finishModules.tap("PagesPlugin", (modules) => {
        tables = [...modules].filter(({ buildInfo }) => buildInfo?.pageTable);
      });
      compilation.hooks.processAssets.tap(
        { name: "PagesPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const pages = pagesOf(compilation, tables);
          if (compilation.errors.length === 0) {
            const mismatched = [...this.paths, ...Object.keys(pages)].filter(
              (path) => !this.paths.includes(path) || !pages[path],
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
  for (const module of tables) {
    for (const { path, request } of module.buildInfo.pageTable) {
      const block = module.blocks.find(({ dependencies }) =>
        dependencies.some((dependency) => dependency.request === request),
      );
      const group = block && compilation.chunkGraph.getBlockChunkGroup(block);
      pages[path] = filesOf(group);
    }
  }
  return pages;
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

/** Emits chunks.json: the files of these shell chunks by name, which only some pages of the remotes need. */
export class NamedChunksPlugin {
  constructor(names) {
    this.names = names;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap("NamedChunksPlugin", (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: "NamedChunksPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const entries = this.names.map((name) => [name, filesOf(compilation.namedChunkGroups.get(name))]);
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
