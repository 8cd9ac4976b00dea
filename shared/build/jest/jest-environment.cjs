const { TestEnvironment } = require("jest-environment-jsdom");

// jsdom has none of these, while every browser of ours does; react-router and pages rely on them.
const PLATFORM = [
  "TextEncoder",
  "TextDecoder",
  "fetch",
  "Request",
  "Response",
  "Headers",
  "ReadableStream",
  "TransformStream",
  "structuredClone",
  "BroadcastChannel",
];

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of PLATFORM) this.global[name] ??= globalThis[name];
    // React Router hands its signals to Node's Request, which refuses jsdom's.
    this.global.AbortController = AbortController;
    this.global.AbortSignal = AbortSignal;
    this.global.HTMLElement.prototype.scrollIntoView ??= () => undefined;
    this.global.ResizeObserver ??= class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    // Nobody scrolls there: what comes when it is seen is brought by the test.
    this.global.IntersectionObserver ??= class {
      observe() {}
      disconnect() {}
    };
    this.global.matchMedia ??= (media) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} });
    this.global.scrollTo = () => undefined;
  }
};
