/** Stands in for each package that `overrides` in package.json leaves out although it is loaded, because nothing calls it. */
const [name] = __dirname.replaceAll("\\", "/").split("node_modules/").slice(-1);
const failing = (property) => () => {
  throw new Error(
    `${name} is left out of the install by "overrides" in package.json, but ${String(property)} is called. Remove its line there, see docs/decisions/0064.`,
  );
};
module.exports = new Proxy({}, { get: (_target, property) => failing(property) });
