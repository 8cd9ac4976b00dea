"use strict";
// Entry point of the SSR process: evaluates the two bundles and renders pages, with one JSON message per line on stdin
// and stdout. Removes dangerous globals first; the sandbox is set up outside.
(() => {
  const { runInThisContext } = process.getBuiltinModule("node:vm");
  const { createInterface } = process.getBuiltinModule("node:readline");
  const { stdin, stdout } = process;
  const exit = process.exit.bind(process);
  const stringify = JSON.stringify;
  const send = (message) => stdout.write(`${stringify(message)}\n`);

  const noop = () => undefined;
  globalThis.console = Object.fromEntries(
    ["log", "info", "warn", "error", "debug", "trace", "group", "groupEnd"].map((name) => [name, noop]),
  );
  // With `node -e`, all built-in modules are globals, and `module` is restored afterwards.
  const { builtinModules } = process.getBuiltinModule("node:module");
  const removedGlobals = [
    "process",
    "require",
    "module",
    "exports",
    "__filename",
    "__dirname",
    "fetch",
    "WebSocket",
    "EventSource",
    ...builtinModules,
  ];
  for (const name of removedGlobals)
    Object.defineProperty(globalThis, name, { get: noop, set: noop, configurable: false });
  globalThis.self = globalThis;

  function evaluate({ code, name }, require) {
    const module = { exports: {} };
    runInThisContext(`(function (module, exports, require) {${code}\n})`, { filename: name })(
      module,
      module.exports,
      require,
    );
    return module.exports;
  }

  const throwMissing = (name) => {
    throw new Error(`${name} is not there.`);
  };

  let shell;
  let part;

  function load(bundles) {
    shell = evaluate(bundles.shell, throwMissing);
    const { provided } = shell;
    part =
      bundles.part &&
      evaluate(bundles.part, (name) => (Object.hasOwn(provided, name) ? provided[name] : throwMissing(name)));
  }

  const pending = new Map();
  let questions = 0;

  const ask = (job) => (address) =>
    new Promise((resolve) => {
      questions += 1;
      pending.set(questions, resolve);
      send({ job, question: questions, address });
    });

  const sendFailure = (job, error) => send({ job, failed: String(error?.stack ?? error).slice(0, 2_000) });

  async function render({ job, order }) {
    try {
      send({ job, result: await shell.drawPage(order, part, ask(job)) });
    } catch (error) {
      sendFailure(job, error);
    }
  }

  const lines = createInterface({ input: stdin });
  // The server has exited; a part's timer could keep this process alive.
  lines.on("close", () => exit());
  lines.on("line", (line) => {
    const message = JSON.parse(line);
    if (message.order) void render(message);
    if (message.question) {
      pending.get(message.question)?.(message.answer);
      pending.delete(message.question);
    }
    if (message.bundles) {
      try {
        load(message.bundles);
        send({ ready: true });
      } catch (error) {
        sendFailure(0, error);
      }
    }
  });
})();
