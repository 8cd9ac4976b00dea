/**
 * Makes unused components of react-router removable: marks component factories as pure, and removes `displayName` and
 * the prefetching of `Link`, which shell/src/remote-part/preload.ts replaces.
 */
export default (source) =>
  source
    .replace(/^\w+\.displayName = .*;$/gm, "")
    .replace(/^(var \w+ = )(\w+\.(?:forwardRef|createContext|memo)\()/gm, "$1/* @__PURE__ */ $2")
    .replace("return shouldPrefetch && !isAbsolute ?", "return false ?");
