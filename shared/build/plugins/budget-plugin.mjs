import { brotliCompressSync } from "node:zlib";

const EXPOSED_CHUNK = "__federation_expose_routes";

/** Quick builds are minified and compressed less. */
const QUICK_ALLOWANCE = 1.25;

/**
 * Checks initial scripts (kB after brotli) by page path, or `*` for other pages, and all files against `whole`. Emits
 * budget.json for server/src/releases/checks/byte-budget.ts. A quick build only emits it.
 */
export class BudgetPlugin {
  constructor({ part, budget, isQuick = false }) {
    this.part = part;
    this.budget = budget;
    this.isQuick = isQuick;
  }

  apply(compiler) {
    const { Compilation, sources, WebpackError } = compiler.webpack;
    compiler.hooks.thisCompilation.tap("BudgetPlugin", (compilation) => {
      // After pages.json is emitted.
      compilation.hooks.processAssets.tap(
        { name: "BudgetPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_REPORT + 1 },
        () => {
          if (!this.isQuick)
            for (const sentence of this.excesses(compilation)) compilation.errors.push(new WebpackError(sentence));
          compilation.emitAsset("budget.json", new sources.RawSource(JSON.stringify(this.emitted(), null, 2)));
        },
      );
    });
  }

  emitted() {
    if (!this.isQuick) return this.budget;
    return Object.fromEntries(Object.entries(this.budget).map(([page, allowed]) => [page, allowed * QUICK_ALLOWANCE]));
  }

  *excesses(compilation) {
    const measure = createSizeCalculator(compilation);
    for (const [page, files] of Object.entries(pagesOf(compilation))) {
      const { sum, list } = measure(files);
      const allowed = this.budget[page] ?? this.budget["*"];
      if (exceeds(sum, allowed))
        yield `${this.part} brings ${kilobytes(sum)} kB of scripts to ${page === "*" ? "every page" : page}, more than its budget of ${allowed} kB (config.budget in package.json): ${list}`;
    }
    const { sum, list } = measure(compilation.getAssets().flatMap(({ name }) => (isForBrowsers(name) ? [name] : [])));
    if (exceeds(sum, this.budget.whole))
      yield `${this.part} weighs ${kilobytes(sum)} kB as a whole, more than its budget of ${this.budget.whole} kB (config.budget.whole in package.json): ${list}`;
  }
}

/** Returns the initial scripts of each page, by its path; `*` for a part without pages. */
function pagesOf(compilation) {
  const scriptsOf = (group) => group?.getFiles().filter((file) => file.endsWith(".js")) ?? [];
  const table = compilation.getAsset("pages.json");
  const entries = [...compilation.entrypoints.values()].flatMap(scriptsOf);
  if (!table) return { "*": [...new Set(entries)] };
  const always = [...entries, ...scriptsOf(compilation.namedChunkGroups.get(EXPOSED_CHUNK))];
  const pages = JSON.parse(table.source.source().toString());
  return Object.fromEntries(
    Object.entries(pages).map(([page, { scripts }]) => [page, [...new Set([...always, ...scripts])]]),
  );
}

/** Excludes source maps, files that are only used by the server, and messages, of which a page has one file at most. */
const isForBrowsers = (file) => !/^messages\/|\.(?:html|json|map)$/.test(file);

function createSizeCalculator(compilation) {
  const known = new Map();
  const sizeOf = (file) => {
    if (!known.has(file)) {
      const content = compilation.getAsset(file).source.buffer();
      known.set(file, Math.min(content.length, brotliCompressSync(content).length));
    }
    return known.get(file);
  };
  return (files) => {
    const measured = files.map((file) => [file, sizeOf(file)]).sort(([, one], [, other]) => other - one);
    const list = measured.map(([file, bytes]) => `${file} ${kilobytes(bytes)}`).join(", ");
    return { sum: measured.reduce((total, [, bytes]) => total + bytes, 0), list };
  };
}

const kilobytes = (bytes) => (bytes / 1000).toFixed(1);

/** Compares rounded sizes, because the same files compress to slightly different sizes on different machines. */
const exceeds = (bytes, allowed) => Number(kilobytes(bytes)) > allowed;
