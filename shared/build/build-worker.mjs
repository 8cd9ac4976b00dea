import path from "node:path";
import { pathToFileURL } from "node:url";
import webpack from "webpack";
import { problemsOf } from "@conquest/shared/build/development/report-plugin.mjs";
// Loaded before the first order arrives; each part's configuration uses them.
import "@conquest/shared/build/webpack.mjs";
import "ts-loader";

/** Builds parts one by one for scripts/src/parts/build-workers.ts: one process loads webpack and TypeScript once. */

process.on("disconnect", () => process.exit());
// Ctrl-C reaches the whole process group; the parent decides when its children end.
process.on("SIGINT", () => undefined);

process.on("message", async ({ folder, output, isQuick }) => {
  const result = await build({ folder, output, isQuick }).catch(({ message }) => ({ problem: message }));
  process.send(result);
});

async function build({ folder, output, isQuick }) {
  const { default: configOf } = await import(pathToFileURL(path.join(folder, "webpack.config.mjs")).href);
  const configs = [configOf(isQuick ? { quick: true } : {}, { mode: "production" })].flat();
  for (const config of configs) config.output = { ...config.output, path: output };
  const compiler = webpack(configs);
  reportProgress(compiler);
  try {
    const { stats } = await run(compiler);
    return { files: stats.flatMap(({ compilation }) => [...compilation.fileDependencies]) };
  } finally {
    compiler.close(() => undefined);
  }
}

function run(compiler) {
  return new Promise((resolve, reject) =>
    compiler.run((error, stats) => {
      if (error) reject(error);
      else if (stats.hasErrors()) reject(new Error(describeErrors(stats)));
      else resolve(stats);
    }),
  );
}

/** Each error once, because the browser's and the server's bundles have the same ones, with file and line. */
function describeErrors(stats) {
  const texts = stats.stats.flatMap(({ compilation }) => {
    const { context } = compilation.compiler;
    const { errors } = compilation.getStats().toJson({ all: false, errors: true });
    return problemsOf(errors, { root: path.dirname(context), context }).map(({ file, line, column, message }) =>
      [[file, line, column].filter(Boolean).join(":"), message].filter(Boolean).join("\n"),
    );
  });
  return [...new Set(texts)].join("\n\n");
}

function reportProgress(compiler) {
  let sent = 0;
  new webpack.ProgressPlugin((ratio) => {
    const percent = Math.floor(ratio * 100);
    if (percent <= sent) return;
    sent = percent;
    process.send({ percent });
  }).apply(compiler);
}
