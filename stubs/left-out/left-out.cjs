/** Stands in for each package that `overrides` in package.json leaves out of the install, because nothing loads it. */
const [name] = __dirname.replaceAll("\\", "/").split("node_modules/").slice(-1);
const caller = new Error().stack.split("\n").find((line, index) => index > 1 && !line.includes("node:internal"));
throw new Error(
  `${name} is left out of the install by "overrides" in package.json, but is loaded ${caller?.trim()}. Remove its line there, see docs/decisions/0064.`,
);
