const vm = require("node:vm");
const { default: Runtime } = require("jest-runtime");

/** Compiled files by their path, for all test files of a worker. Each test file executes them in its own context. */
const scripts = new Map();
let current;

const setCurrent = (runtime) => {
  current = runtime;
};

module.exports = class BrowserRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    setCurrent(this);
    const { executor } = this;
    const compileAlone = executor.compile;
    executor.compile = (code, file) => {
      const context = executor.environment.getVmContext();
      if (!context) return null;
      const known = scripts.get(file);
      if (known?.code === code) return known.script.runInContext(context);
      const script = compile(code, file, executor.injectedModuleParameters);
      // Jest's own compilation explains errors.
      if (!script) return compileAlone.call(executor, code, file);
      scripts.set(file, { code, script });
      return script.runInContext(context);
    };
  }
};

function compile(code, file, parameters) {
  const start = `(function (${parameters.join(", ")}) {`;
  try {
    return new vm.Script(`${start}${code}\n})`, {
      filename: file,
      columnOffset: -start.length,
      importModuleDynamically: (name, _script, attributes) => {
        const context = current.executor.environment.getVmContext();
        return current.esmLoader.dynamicImportFromCjs(name, file, context, attributes);
      },
    });
  } catch {
    return null;
  }
}
