import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { integrityOfAssets } from "@conquest/shared/build/plugins/integrity-plugin.mjs";

const EARLY = "early.js";
const FONTS = "fonts.css";

/**
 * Emits index.html; the server prefixes its relative URLs. `early` runs before the first paint, so it is inlined. `fonts`
 * gets a file of its own, which the server inlines; those matching `preloadedFont` are preloaded.
 */
export class HtmlPlugin {
  constructor({ template, early, fonts, preloadedFont }) {
    this.template = template;
    this.early = early;
    this.fonts = fonts;
    this.preloadedFont = preloadedFont;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    const isProduction = compiler.options.mode === "production";
    const { publicPath } = compiler.options.output;
    const base = publicPath === "auto" ? "" : publicPath;

    compiler.hooks.thisCompilation.tap("HtmlPlugin", (compilation) => {
      compilation.fileDependencies.add(this.template);
      if (this.early) compilation.fileDependencies.add(this.early);
      if (this.fonts) compilation.fileDependencies.add(this.fonts);

      compilation.hooks.processAssets.tap(
        { name: "HtmlPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          const emit = (name, content) => compilation.emitAsset(name, new sources.RawSource(content));
          if (this.early) emit(EARLY, fs.readFileSync(this.early));
          if (this.fonts) emitFonts(this.fonts, emit);
        },
      );

      let early = "";
      // Minified like every script, then inlined instead of emitted.
      compilation.hooks.processAssets.tap(
        { name: "HtmlPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_REPORT - 1 },
        () => {
          if (!this.early) return;
          early = compilation.getAsset(EARLY).source.source().toString().trim();
          compilation.deleteAsset(EARLY);
        },
      );

      // After the reports: names and contents are final, and integrity.json excludes this file.
      compilation.hooks.processAssets.tap(
        { name: "HtmlPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_REPORT + 2 },
        () => {
          const digests = integrityOfAssets(compilation);
          const files = compilation.entrypoints
            .get("main")
            .getFiles()
            .filter((file) => /\.(js|css)$/.test(file) && !file.includes("hot-update"));
          const fonts = compilation.getAssets().filter(({ name }) => this.preloadedFont?.test(name));
          const tags = [
            ...fonts.map(
              ({ name }) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${base}${name}">`,
            ),
            ...(early ? [`<script>${early}</script>`] : []),
            ...[...(this.fonts ? [FONTS] : []), ...files]
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

function emitFonts(file, emit) {
  const css = fs.readFileSync(file, "utf8").replace(/url\("([^"]+)"\)/g, (_, address) => {
    const font = fs.readFileSync(path.resolve(path.dirname(file), address));
    const hash = createHash("sha256").update(font).digest("hex").slice(0, 8);
    const name = path.basename(address).replace(".", `.${hash}.`);
    emit(name, font);
    return `url("${name}")`;
  });
  emit(FONTS, css);
}
