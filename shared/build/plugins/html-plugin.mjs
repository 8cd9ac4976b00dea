import fs from "node:fs";
import { integrityOfAssets } from "@conquest/shared/build/plugins/integrity-plugin.mjs";

const EARLY = "early.js";

/**
 * Writes index.html: the template with its `<!-- assets -->` replaced by the entry's stylesheets and scripts, and with the
 * digests of all the part's files as a data block. Addresses are relative: the server puts the folder of the version
 * before them. `early` is a script that must run before the first paint: it goes first and stands in the page itself, where
 * the server allows it by its hash.
 */
export class HtmlPlugin {
  constructor({ template, early }) {
    this.template = template;
    this.early = early;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    const isProduction = compiler.options.mode === "production";
    const { publicPath } = compiler.options.output;
    const base = publicPath === "auto" ? "" : publicPath;

    compiler.hooks.thisCompilation.tap("HtmlPlugin", (compilation) => {
      compilation.fileDependencies.add(this.template);
      if (this.early) compilation.fileDependencies.add(this.early);

      compilation.hooks.processAssets.tap(
        { name: "HtmlPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          if (this.early) compilation.emitAsset(EARLY, new sources.RawSource(fs.readFileSync(this.early)));
        },
      );

      let early = "";
      // Made small like every script, and then no file of its own.
      compilation.hooks.processAssets.tap(
        { name: "HtmlPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_REPORT - 1 },
        () => {
          if (!this.early) return;
          early = compilation.getAsset(EARLY).source.source().toString().trim();
          compilation.deleteAsset(EARLY);
        },
      );

      // Two later than the reports: names and contents are final, and integrity.json need not list this file.
      compilation.hooks.processAssets.tap(
        { name: "HtmlPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_REPORT + 2 },
        () => {
          const digests = integrityOfAssets(compilation);
          const files = compilation.entrypoints
            .get("main")
            .getFiles()
            .filter((file) => /\.(js|css)$/.test(file) && !file.includes("hot-update"));
          const tags = [
            ...(early ? [`<script>${early}</script>`] : []),
            ...files
              .filter((file) => file.endsWith(".css"))
              .map((file) => `<link rel="stylesheet" href="${base}${file}">`),
            ...files
              .filter((file) => file.endsWith(".js"))
              .map((file) => `<script defer src="${base}${file}"></script>`),
          ];
          const html = fs
            .readFileSync(this.template, "utf8")
            .replace("<!-- assets -->", () => tags.join("\n    "))
            .replace(
              "<!-- digests -->",
              isProduction
                ? `<script type="application/json" id="conquest-digests">${JSON.stringify(digests)}</script>`
                : "",
            );
          compilation.emitAsset("index.html", new sources.RawSource(html));
        },
      );
    });
  }
}
