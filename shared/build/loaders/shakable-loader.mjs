/**
 * Lets a build leave out the components of a library that nobody draws, with all that they use. It keeps them for being made by a
 * call, for `Form.displayName = "Form"`, a name for developers, which is something done to them, and for what a link loads ahead
 * of its page where the library also serves the pages (`prefetch`; a link's part is loaded ahead by shell/src/remote-part/preload.ts).
 */
export default (source) =>
  source
    .replace(/^\w+\.displayName = .*;$/gm, "")
    .replace(/^(var \w+ = )(\w+\.(?:forwardRef|createContext|memo)\()/gm, "$1/* @__PURE__ */ $2")
    .replace("return shouldPrefetch && !isAbsolute ?", "return false ?");
