import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** What a loader calls the place: `ERROR in /…/page.tsx(12,5)`. */
const IN_FILE = /(?:ERROR in )?((?:[A-Za-z]:)?[\w@./\\-]+\.\w+)\((\d+),(\d+)\)/;
/** Lines that tell where in webpack and its loaders it came up. */
const NOISE = /^\s*(?:at |@ |\[tsl\] ERROR|Module build failed|ModuleBuildError|$)/;

/** All errors of a build. What could not be read because of an error that is told already is not told again. */
export function problemsOf(errors, folders) {
  const isRead = ({ message }) => /\[tsl\] ERROR/.test(message);
  const told = errors.some(isRead)
    ? errors.filter(({ message }) => !message.startsWith("Module parse failed"))
    : errors;
  return told.map((error) => problemOf(error, folders));
}

/**
 * An error of webpack as the page shows it: the file from the root of the repository, its line and column where they are known.
 * `context`: the folder of the part.
 */
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
