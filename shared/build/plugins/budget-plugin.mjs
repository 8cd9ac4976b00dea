import { brotliCompressSync } from "node:zlib";

/** The chunk of a remote that its entry loads for every page. */
const EXPOSED = "__federation_expose_routes";

/**
 * Fails the build when a page brings more script than its part allows itself: kilobytes (of 1000 bytes) as they are sent,
 * compressed with brotli, by the path of the page; `*` is every other page. What a page brings is the part's entry and, of a
 * remote, its routes and the page's own files in pages.json. What it loads later, on demand, is not counted there, but in
 * `whole`: all that browsers are ever sent of the part. budget.json takes the numbers along, for the site that it is released to
 * to hold it to them: see server/src/releases/checks/byte-budget.ts.
 */
export class BudgetPlugin {
  /** @param {{ part: string, budget: Record<string, number> }} given */
  constructor({ part, budget }) {
    this.part = part;
    this.budget = budget;
  }

  apply(compiler) {
    const { Compilation, sources, WebpackError } = compiler.webpack;
    compiler.hooks.thisCompilation.tap("BudgetPlugin", (compilation) => {
      // After pages.json is written.
      compilation.hooks.processAssets.tap(
        { name: "BudgetPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_REPORT + 1 },
        () => {
          for (const sentence of this.excesses(compilation)) compilation.errors.push(new WebpackError(sentence));
          compilation.emitAsset("budget.json", new sources.RawSource(JSON.stringify(this.budget, null, 2)));
        },
      );
    });
  }

  *excesses(compilation) {
    const weigh = weigher(compilation);
    for (const [page, files] of Object.entries(pagesOf(compilation))) {
      const { sum, list } = weigh(files);
      const allowed = this.budget[page] ?? this.budget["*"];
      if (sum > allowed * 1000)
        yield `${this.part} brings ${kilobytes(sum)} kB of scripts to ${page === "*" ? "every page" : page}, more than its budget of ${allowed} kB (config.budget in package.json): ${list}`;
    }
    const { sum, list } = weigh(compilation.getAssets().flatMap(({ name }) => (isForBrowsers(name) ? [name] : [])));
    if (sum > this.budget.whole * 1000)
      yield `${this.part} weighs ${kilobytes(sum)} kB as a whole, more than its budget of ${this.budget.whole} kB (config.budget.whole in package.json): ${list}`;
  }
}

/** The scripts that each page loads at first, by its path; `*` for a part without pages of its own. */
function pagesOf(compilation) {
  const scriptsOf = (group) => group?.getFiles().filter((file) => file.endsWith(".js")) ?? [];
  const table = compilation.getAsset("pages.json");
  const entries = [...compilation.entrypoints.values()].flatMap(scriptsOf);
  if (!table) return { "*": [...new Set(entries)] };
  const always = [...entries, ...scriptsOf(compilation.namedChunkGroups.get(EXPOSED))];
  const pages = JSON.parse(table.source.source().toString());
  return Object.fromEntries(
    Object.entries(pages).map(([page, { scripts }]) => [page, [...new Set([...always, ...scripts])]]),
  );
}

/** Source maps stay at home, and no page asks for what it is made of or checked by. */
const isForBrowsers = (file) => !/\.(?:html|json|map)$/.test(file);

function weigher(compilation) {
  const known = new Map();
  const weightOf = (file) => {
    if (!known.has(file)) {
      const content = compilation.getAsset(file).source.buffer();
      known.set(file, Math.min(content.length, brotliCompressSync(content).length));
    }
    return known.get(file);
  };
  return (files) => {
    const weighed = files.map((file) => [file, weightOf(file)]).sort(([, one], [, other]) => other - one);
    const list = weighed.map(([file, bytes]) => `${file} ${kilobytes(bytes)}`).join(", ");
    return { sum: weighed.reduce((total, [, bytes]) => total + bytes, 0), list };
  };
}

const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
