const SOURCE = "javascript/auto";

/**
 * Writes pages.json: the files of each page's chunk, with what it shares with other pages, by the path in the page table of
 * src/routes.tsx: `{ "/about": { "scripts": ["page-about.1a2b3c4d.js"], "styles": [] } }`. A route of remote.json that has no page, or
 * a page without a route, fails the build.
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
      // Later the module may be gone, melted into one with others.
      compilation.hooks.finishModules.tap("PagesPlugin", (modules) => {
        tables = [...modules].filter(({ buildInfo }) => buildInfo?.pageTable);
      });
      compilation.hooks.processAssets.tap(
        { name: "PagesPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const pages = pagesOf(compilation, tables);
          if (compilation.errors.length === 0) {
            const odd = [...this.paths, ...Object.keys(pages)].filter(
              (path) => !this.paths.includes(path) || !pages[path],
            );
            if (odd.length > 0) {
              compilation.errors.push(
                new WebpackError(
                  `remote.json and the page table of src/routes.tsx differ in ${[...new Set(odd)].join(", ")}.`,
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

/** The scripts and stylesheets of a group of chunks. */
export function filesOf(group) {
  const files = group?.getFiles().filter((file) => !file.includes("hot-update")) ?? [];
  return {
    scripts: files.filter((file) => file.endsWith(".js")),
    styles: files.filter((file) => file.endsWith(".css")),
  };
}

/** All `"/path": () => import("request")` in a program, as `{ path, request }`. */
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

/**
 * Writes chunks.json: the files of these chunks of the shell, by their names. Pages are the remotes', but some of them need more
 * of the shell than others.
 */
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

/** Writes shell.json: what remotes can rely on in a page of this shell, by which the server decides who may go live with it. */
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
