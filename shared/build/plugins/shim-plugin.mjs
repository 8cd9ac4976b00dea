import path from "node:path";
import webpack from "webpack";

const SHIMS_FOLDER = path.join(import.meta.dirname, "../shims");

const pathPattern = (file) => file.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("/", "[\\\\/]");

/**
 * Replaces modules of libraries by shims: `{ library, modules, shim }`, where modules end in one of the given paths.
 * A build that contains the library, but not the module, fails: an upgrade has moved it.
 */
export class ShimPlugin {
  constructor(shims) {
    this.replacements = shims.flatMap(({ library, modules, shim }) =>
      modules.map((module) => ({ library, module, pattern: new RegExp(`[\\\\/]${pathPattern(module)}$`), shim })),
    );
  }

  apply(compiler) {
    const matched = new Set();
    const record = (file) => {
      for (const { module, pattern } of this.replacements) if (pattern.test(file)) matched.add(module);
    };
    // Tapped before webpack's plugin, which replaces the paths.
    compiler.hooks.normalModuleFactory.tap("ShimPlugin", (factory) => {
      factory.hooks.beforeResolve.tap("ShimPlugin", ({ request }) => record(request));
      factory.hooks.afterResolve.tap("ShimPlugin", ({ createData }) => record(createData.resource));
    });
    for (const { pattern, shim } of this.replacements)
      new webpack.NormalModuleReplacementPlugin(pattern, path.join(SHIMS_FOLDER, shim)).apply(compiler);

    if (compiler.options.mode !== "production") return;
    compiler.hooks.compilation.tap("ShimPlugin", (compilation) => {
      compilation.hooks.finishModules.tap("ShimPlugin", (modules) => {
        const files = [...modules].flatMap(({ resource }) => resource ?? []);
        for (const sentence of unmatchedShims(this.replacements, matched, files))
          compilation.errors.push(new compiler.webpack.WebpackError(sentence));
      });
    });
  }
}

/** Returns a sentence for each replaced module that is missing though other modules of its library are in the build. */
export function unmatchedShims(replacements, matched, files) {
  const isUsed = (library) => {
    const folder = new RegExp(`[\\\\/]node_modules[\\\\/]${pathPattern(library)}[\\\\/]`);
    return files.some((file) => folder.test(file));
  };
  return replacements
    .filter(({ library, module }) => !matched.has(module) && isUsed(library))
    .map(
      ({ library, module, shim }) =>
        `shared/build/shims/${shim} replaces ${module}, but this build of ${library} does not contain it. See shared/build/replacements.mjs.`,
    );
}
