// Installs one refresh runtime, inserted by ../gateway.ts, before React, which looks for it only once.
(() => {
  const exports = {};
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- the runtime asks for it
  const process = { env: { NODE_ENV: "development" } };
  /* react-refresh */
  exports.injectIntoGlobalHook(window);

  const joined = new Map();
  window.conquestDev = {
    joined,
    /** Called by each part, see shared/build/development/hot-part.mjs. */
    join(part) {
      joined.set(part.name, part);
      dispatchEvent(new Event("conquest-dev-joined"));
    },
    /** Prefixes component ids with the part: copies of a module in several parts are different components. */
    refresh: (name) => ({
      ...exports,
      injectIntoGlobalHook: () => undefined,
      register: (type, id) => exports.register(type, `${name} ${id}`),
    }),
  };
})();
