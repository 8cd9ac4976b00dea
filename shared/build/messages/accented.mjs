import { parse, TYPE } from "@formatjs/icu-messageformat-parser";

const PLAIN = "AEIOUYaeiouycdnst";
const ACCENTED = "ÅËÏÖÛÝåëïöûýçđñšţ";

/** Accents the letters of a message, without its placeholders, choices and tags. */
export function accented(message) {
  let result = message;
  const replace = ({ type, children = [], options = {}, location }) => {
    if (type === TYPE.literal) {
      const [start, end] = [location.start.offset, location.end.offset];
      const text = result.slice(start, end).replace(/[a-z]/gi, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter);
      result = result.slice(0, start) + text + result.slice(end);
    }
    children.forEach(replace);
    for (const { value } of Object.values(options)) value.forEach(replace);
  };
  parse(message, { captureLocation: true }).forEach(replace);
  return result;
}
