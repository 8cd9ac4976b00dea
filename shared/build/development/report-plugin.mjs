import { problemOf, problemsOf } from "@conquest/shared/build/development/problem-of.mjs";

/** Sends the compiler's progress to the parent process of this dev server. */
export class ReportPlugin {
  constructor({ root }) {
    this.root = root;
  }

  apply(compiler) {
    if (!process.send) return;
    const folders = { root: this.root, context: compiler.context };
    const send = (message) => process.connected && process.send(message);
    let lastPercent = -1;
    new compiler.webpack.ProgressPlugin((share) => {
      const percent = Math.floor(share * 100);
      if (percent === lastPercent) return;
      lastPercent = percent;
      send({ kind: "progress", percent });
    }).apply(compiler);
    compiler.hooks.invalid.tap("ReportPlugin", () => send({ kind: "compiling" }));
    compiler.hooks.failed.tap("ReportPlugin", (error) =>
      send({ kind: "compiled", hash: null, problems: [problemOf(error, folders)] }),
    );
    // After the build's files are available.
    compiler.hooks.done.tap({ name: "ReportPlugin", stage: 1_000 }, (stats) => {
      const { errors } = stats.toJson({ all: false, errors: true });
      send({ kind: "compiled", hash: errors.length > 0 ? null : stats.hash, problems: problemsOf(errors, folders) });
    });
  }
}
