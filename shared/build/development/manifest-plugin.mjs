import { filesOf } from "@conquest/shared/build/plugins/pages-plugin.mjs";

const EXPOSED_CHUNK = "__federation_expose_routes";

/** Emits only what server/src/releases/store/read-manifest.ts reads. The plugin's own manifest slows each rebuild. */
export class ManifestPlugin {
  constructor({ container }) {
    this.container = container;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap("ManifestPlugin", (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: "ManifestPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const exposed = compilation.namedChunkGroups.get(EXPOSED_CHUNK);
          if (!exposed) return;
          const { scripts, styles } = filesOf(exposed);
          const manifest = {
            name: this.container,
            metaData: { remoteEntry: { name: "remoteEntry.js", path: "" } },
            exposes: [
              { path: "./routes", assets: { js: { sync: scripts, async: [] }, css: { sync: styles, async: [] } } },
            ],
          };
          compilation.emitAsset("mf-manifest.json", new sources.RawSource(JSON.stringify(manifest)));
        },
      );
    });
  }
}
