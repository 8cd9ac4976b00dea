// The first script of every page in development: components are exchanged by one runtime for all parts, and it has to be there
// before React, which looks for it once. The gateway puts the runtime of react-refresh in, see ../page-files.ts.
(() => {
  const exports = {};
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- the runtime asks for it
  const process = { env: { NODE_ENV: "development" } };
  /* react-refresh */
  exports.injectIntoGlobalHook(window);

  /** The parts whose dev code runs in this page, by name. */
  const joined = new Map();
  window.conquestDev = {
    joined,
    /** Called by the code of each part, see shared/build/development/hot-part.mjs. */
    join(part) {
      joined.set(part.name, part);
      dispatchEvent(new Event("conquest-dev-joined"));
    },
    /** The runtime as the code of one part has it: what several parts bring a copy of is another component in each of them. */
    refresh: (name) => ({
      ...exports,
      injectIntoGlobalHook: () => undefined,
      register: (type, id) => exports.register(type, `${name} ${id}`),
    }),
  };
})();
