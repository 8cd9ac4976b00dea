import { Features, transform } from "lightningcss";

/** The oldest browsers that Tailwind supports: Safari 16.4, Firefox 128 and Chrome 111. */
const BROWSERS = {
  targets: { safari: (16 << 16) | (4 << 8), ios_saf: (16 << 16) | (4 << 8), firefox: 128 << 16, chrome: 111 << 16 },
  include: Features.Nesting | Features.MediaQueries,
  // These would need markup that the pages do not have.
  exclude: Features.LogicalProperties | Features.DirSelector | Features.LightDark,
};

export class CssMinifyPlugin {
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap("CssMinifyPlugin", (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: "CssMinifyPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE, additionalAssets: true },
        (assets) => {
          for (const [name, source] of Object.entries(assets))
            if (name.endsWith(".css") && !compilation.getAsset(name).info.minimized)
              compilation.updateAsset(name, minified(name, source, sources), { minimized: true });
        },
      );
    });
  }
}

function minified(name, asset, { RawSource, SourceMapSource }) {
  const { source, map } = asset.sourceAndMap();
  const css = source.toString();
  const result = transform({
    filename: name,
    code: Buffer.from(css),
    minify: true,
    ...BROWSERS,
    ...(map && { sourceMap: true, inputSourceMap: JSON.stringify(map) }),
  });
  const code = Buffer.from(result.code).toString("utf8");
  return result.map
    ? new SourceMapSource(code, name, JSON.parse(Buffer.from(result.map)), css, map)
    : new RawSource(code);
}
