import { createHash } from "node:crypto";
import MiniCssExtractPlugin from "mini-css-extract-plugin";

/** Returns the value of the integrity attribute, `sha384-…`. */
export const integrityOf = (content) => `sha384-${createHash("sha384").update(content).digest("base64")}`;

export const integrityOfAssets = (compilation) =>
  Object.fromEntries(
    compilation
      .getAssets()
      .filter(({ name }) => /\.(js|css)$/.test(name))
      .map(({ name, source }) => [name, integrityOf(source.buffer())]),
  );

/** Emits integrity.json; shell/src/remote-part/integrity.ts gives chunks their attribute (`conquestIntegrity(url)`). */
export class IntegrityPlugin {
  apply(compiler) {
    const { Compilation, sources, runtime } = compiler.webpack;
    compiler.hooks.thisCompilation.tap("IntegrityPlugin", (compilation) => {
      const ask = (element, address) =>
        `if (self.conquestIntegrity) ${element}.integrity = self.conquestIntegrity(${address});`;
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        "IntegrityPlugin",
        (code) => `${code}\n${ask("script", "script.src")}`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        "IntegrityPlugin",
        (code, { tag }) => `${code}\n${ask(tag, `${tag}.href`)}`,
      );
      compilation.hooks.processAssets.tap(
        { name: "IntegrityPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () =>
          compilation.emitAsset(
            "integrity.json",
            new sources.RawSource(JSON.stringify(integrityOfAssets(compilation), null, 2)),
          ),
      );
    });
  }
}
