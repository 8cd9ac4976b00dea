import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** The location in a loader's error: `ERROR in /…/page.tsx(12,5)`. */
const IN_FILE = /(?:ERROR in )?((?:[A-Za-z]:)?[\w@./\\-]+\.\w+)\((\d+),(\d+)\)/;
const NOISE = /^\s*(?:at |@ |\[tsl\] ERROR|Module build failed|ModuleBuildError|$)/;

/** Returns all errors of a build. Omits parse failures caused by an error that is already included. */
export function problemsOf(errors, folders) {
  const isCompilerError = ({ message }) => /\[tsl\] ERROR/.test(message);
  const reported = errors.some(isCompilerError)
    ? errors.filter(({ message }) => !message.startsWith("Module parse failed"))
    : errors;
  return reported.map((error) => problemOf(error, folders));
}

/** Converts a webpack error for display, with the file relative to the repository. */
export function problemOf({ message = "", moduleName, file, loc }, { root, context }) {
  const text = stripVTControlCharacters(String(message));
  const [, named, line, column] = IN_FILE.exec(text) ?? [];
  const [, atLine, atColumn] = /^(\d+):(\d+)/.exec(typeof loc === "string" ? loc : "") ?? [];
  const at = named ?? file ?? moduleName?.split("!").at(-1);
  const lines = text.split("\n").filter((each) => !NOISE.test(each));
  return {
    ...(at && { file: path.relative(root, path.resolve(context, at)).split(path.sep).join("/") }),
    ...((line ?? atLine) && { line: Number(line ?? atLine), column: Number(column ?? Number(atColumn) + 1) }),
    message:
      lines
        .map((each) => each.trimEnd())
        .join("\n")
        .trim() || text.trim(),
  };
}

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
