import { filesOf } from "@conquest/shared/build/plugins/pages-plugin.mjs";

/** The chunk of a remote's one exposed module. */
const EXPOSED_CHUNK = "__federation_expose_routes";

/**
 * Writes as much of a federation manifest as the site reads (server/src/releases/store/read-manifest.ts). The federation plugin's own
 * describes every module anew with each edit, which takes longer than the rest of the work.
 */
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
