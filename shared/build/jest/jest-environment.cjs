const { TestEnvironment } = require("jest-environment-jsdom");

// Missing in jsdom, but needed by react-router and pages.
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
    // React Router passes its signals to Node's Request, which rejects jsdom's.
    this.global.AbortController = AbortController;
    this.global.AbortSignal = AbortSignal;
    this.global.HTMLElement.prototype.scrollIntoView ??= () => undefined;
    this.global.ResizeObserver ??= class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    // jsdom never scrolls: tests trigger visibility themselves.
    this.global.IntersectionObserver ??= class {
      observe() {}
      disconnect() {}
    };
    this.global.matchMedia ??= (media) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} });
    this.global.scrollTo = () => undefined;
  }
};
