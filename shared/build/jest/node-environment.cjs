const { LegacyFakeTimers, ModernFakeTimers } = require("@jest/fake-timers");
const { ModuleMocker } = require("jest-mock");

const idToRef = (id) => {
  const timer = { id, ref: () => timer, unref: () => timer };
  return timer;
};

/** Not the private ones, which hold the listeners. */
const PROCESS_PROPERTIES = Object.keys(process).filter((name) => !name.startsWith("_"));

/** Globals and process listeners of packages, which load once per worker and so must keep them. */
const kept = { globals: new Set(), listeners: new Set() };

/** Runs tests in Node's context: packages load once per worker, globals are fast. Undoes what a test file changes. */
module.exports = class NodeEnvironment {
  constructor({ projectConfig: config }) {
    this.global = globalThis;
    this.restore = [rememberGlobals(), rememberProcess(), rememberVariables(), rememberListeners()];
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = new LegacyFakeTimers({
      config,
      global: globalThis,
      moduleMocker: this.moduleMocker,
      timerConfig: { idToRef, refToId: (timer) => timer?.id },
    });
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    for (const restore of this.restore) restore();
    this.restore = [];
    this.global = null;
  }

  exportConditions() {
    return ["node", "node-addons"];
  }

  /** The runtime compiles in the current context, so only whether it is null matters. */
  getVmContext() {
    return this.global;
  }
};

/** Loads a package, and remembers the globals and process listeners that it adds. */
module.exports.loadPackage = (load) => {
  const globals = new Set(Reflect.ownKeys(globalThis));
  const listeners = new Set(processListeners().map(({ listener }) => listener));
  const exported = load();
  for (const name of Reflect.ownKeys(globalThis)) if (!globals.has(name)) kept.globals.add(name);
  for (const { listener } of processListeners()) if (!listeners.has(listener)) kept.listeners.add(listener);
  return exported;
};

const processListeners = () =>
  process.eventNames().flatMap((event) => process.rawListeners(event).map((listener) => ({ event, listener })));

function rememberGlobals() {
  const before = Object.getOwnPropertyDescriptors(globalThis);
  return () => {
    for (const name of Reflect.ownKeys(globalThis))
      if (!Object.hasOwn(before, name) && !kept.globals.has(name)) delete globalThis[name];
    restoreProperties(globalThis, before);
  };
}

function rememberProcess() {
  const before = Object.fromEntries(
    PROCESS_PROPERTIES.map((name) => [name, Object.getOwnPropertyDescriptor(process, name)]),
  );
  const { exitCode } = process;
  return () => {
    restoreProperties(process, before);
    process.exitCode = exitCode;
  };
}

function restoreProperties(target, before) {
  for (const name of Reflect.ownKeys(before)) {
    const { value, get } = Object.getOwnPropertyDescriptor(target, name) ?? {};
    const descriptor = before[name];
    if (descriptor.configurable && (value !== descriptor.value || get !== descriptor.get))
      Object.defineProperty(target, name, descriptor);
  }
}

function rememberVariables() {
  const before = { ...process.env };
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    for (const [name, value] of Object.entries(before)) if (process.env[name] !== value) process.env[name] = value;
  };
}

function rememberListeners() {
  const before = processListeners();
  const listenersBefore = new Set(before.map(({ listener }) => listener));
  return () => {
    for (const { event, listener } of processListeners())
      if (!listenersBefore.has(listener) && !kept.listeners.has(listener)) process.removeListener(event, listener);
    const listeners = new Set(processListeners().map(({ listener }) => listener));
    for (const { event, listener } of before) if (!listeners.has(listener)) process.on(event, listener);
  };
}
