const { createRequire, isBuiltin } = require("node:module");
const path = require("node:path");
const vm = require("node:vm");
const { default: Runtime } = require("jest-runtime");
const { loadPackage } = require("./node-environment.cjs");

/** Jest provides its own packages itself; the project's are links to sources. */
const NOT_LOADED_BY_NODE = /^(@jest\/globals|jest-|expect$|@conquest\/)/;

const isPackage = (name) =>
  !name.startsWith(".") && !path.isAbsolute(name) && !isBuiltin(name) && !NOT_LOADED_BY_NODE.test(name);

/** Compiled files by their path, for all test files of a worker. Each test file executes them again. */
const compiledFiles = new Map();
/** Exports of packages. The keys are the folder and the name of the import. */
const packages = new Map();
let current;

const setCurrent = (runtime) => {
  current = runtime;
};

function requirePackage(from, name) {
  const key = `${path.dirname(from)} ${name}`;
  if (!packages.has(key))
    packages.set(
      key,
      loadPackage(() => createRequire(from)(name)),
    );
  return packages.get(key);
}

const importFrom = (file, name) =>
  vm.compileFunction("return import(name)", ["name"], {
    filename: file,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })(name);

/** Executes our own files once per test file, but lets Node load packages, once per worker. Use node-environment.cjs. */
module.exports = class NodeRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    setCurrent(this);
    this.namespaces = new Map();
    // From Node 24.9 Jest requires .mjs files, and .js files of ES packages, without compiling them.
    this._resolution.shouldLoadAsEsm = () => false;
    this.executor.compile = (code, file) =>
      this._environment.getVmContext() && compile(code, file, this.executor.injectedModuleParameters);
  }

  requireModuleOrMock(from, name) {
    if (!isPackage(name) || this.mockState.shouldMockCjs(from, name).shouldMock)
      return super.requireModuleOrMock(from, name);
    return requirePackage(from, name);
  }

  async importDynamically(from, name) {
    if (isPackage(name) || isBuiltin(name)) return importFrom(from, name);
    const exported = this.requireModuleOrMock(from, name);
    if (!this.namespaces.has(exported)) this.namespaces.set(exported, await namespaceOf(exported));
    return this.namespaces.get(exported);
  }
};

function compile(code, file, parameters) {
  const known = compiledFiles.get(file);
  if (known?.code === code) return known.compiled;
  const compiled = vm.compileFunction(code, parameters, {
    filename: file,
    importModuleDynamically: (name) => current.importDynamically(file, name),
  });
  compiledFiles.set(file, { code, compiled });
  return compiled;
}

async function namespaceOf(exported) {
  const names = Object.keys(exported).filter((name) => name !== "default");
  const namespace = new vm.SyntheticModule([...names, "default"], () => {
    for (const name of names) namespace.setExport(name, exported[name]);
    namespace.setExport("default", exported);
  });
  await namespace.link(() => undefined);
  await namespace.evaluate();
  return namespace;
}
