import { problemOf, problemsOf } from "@conquest/shared/build/development/problem-of.mjs";

/** Tells the process that started this dev server how far its compiler is, as messages. */
export class ReportPlugin {
  constructor({ root }) {
    this.root = root;
  }

  apply(compiler) {
    if (!process.send) return;
    const folders = { root: this.root, context: compiler.context };
    const tell = (message) => process.connected && process.send(message);
    let told = -1;
    new compiler.webpack.ProgressPlugin((share) => {
      const percent = Math.floor(share * 100);
      if (percent === told) return;
      told = percent;
      tell({ kind: "progress", percent });
    }).apply(compiler);
    compiler.hooks.invalid.tap("ReportPlugin", () => tell({ kind: "compiling" }));
    compiler.hooks.failed.tap("ReportPlugin", (error) =>
      tell({ kind: "compiled", hash: null, problems: [problemOf(error, folders)] }),
    );
    // After the files of this build are there to be asked for.
    compiler.hooks.done.tap({ name: "ReportPlugin", stage: 1_000 }, (stats) => {
      const { errors } = stats.toJson({ all: false, errors: true });
      tell({ kind: "compiled", hash: errors.length > 0 ? null : stats.hash, problems: problemsOf(errors, folders) });
    });
  }
}
