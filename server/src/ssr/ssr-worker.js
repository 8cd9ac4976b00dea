"use strict";
// Runs in the drawing process, with nothing but its standard streams: evaluates the two bundles and draws pages with them.
// Every message is a line of JSON. What the bundles could misuse is taken away before they run; the walls are outside.
(() => {
  const { runInThisContext } = process.getBuiltinModule("node:vm");
  const { createInterface } = process.getBuiltinModule("node:readline");
  const { stdin, stdout } = process;
  const leave = process.exit.bind(process);
  const stringify = JSON.stringify;
  const say = (message) => stdout.write(`${stringify(message)}\n`);

  const silent = () => undefined;
  globalThis.console = Object.fromEntries(
    ["log", "info", "warn", "error", "debug", "trace", "group", "groupEnd"].map((name) => [name, silent]),
  );
  // A script that is given on the command line has every module of Node as a global, and `module` is put back after it.
  const { builtinModules } = process.getBuiltinModule("node:module");
  const taken = [
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
  for (const name of taken) Object.defineProperty(globalThis, name, { get: silent, set: silent, configurable: false });
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

  const nothingShared = (name) => {
    throw new Error(`${name} is not there.`);
  };

  let shell;
  let part;

  function load(bundles) {
    shell = evaluate(bundles.shell, nothingShared);
    const { provided } = shell;
    part =
      bundles.part &&
      evaluate(bundles.part, (name) => (Object.hasOwn(provided, name) ? provided[name] : nothingShared(name)));
  }

  const asked = new Map();
  let questions = 0;

  /** Asks the server for a public answer; the promise settles when it has come. */
  const ask = (drawing) => (address) =>
    new Promise((resolve) => {
      questions += 1;
      asked.set(questions, resolve);
      say({ drawing, question: questions, address });
    });

  const tellFailure = (drawing, error) => say({ drawing, failed: String(error?.stack ?? error).slice(0, 2_000) });

  async function draw({ drawing, order }) {
    try {
      say({ drawing, drawn: await shell.drawPage(order, part, ask(drawing)) });
    } catch (error) {
      tellFailure(drawing, error);
    }
  }

  const lines = createInterface({ input: stdin });
  // The server is gone, however it ended; a part may have left a timer that would keep this process for ever.
  lines.on("close", () => leave());
  lines.on("line", (line) => {
    const message = JSON.parse(line);
    if (message.order) void draw(message);
    if (message.question) {
      asked.get(message.question)?.(message.answer);
      asked.delete(message.question);
    }
    if (message.bundles) {
      try {
        load(message.bundles);
        say({ ready: true });
      } catch (error) {
        tellFailure(0, error);
      }
    }
  });
})();
