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

/** Adds the parts of modal dialogs that jsdom lacks: an inert page, focus, and closing on Escape. */
function addModalDialogs({ document, Event, HTMLDialogElement }) {
  const open = [];
  const updatePage = () => {
    // Toasts are moved into the dialog after it opens.
    for (const element of document.querySelectorAll("body > *, dialog > #toasts")) {
      const top = open.at(-1)?.dialog;
      const isInert = top !== undefined && !element.contains(top) && !top.contains(element);
      element.inert = isInert;
      if (isInert) element.setAttribute("aria-hidden", "true");
      else element.removeAttribute("aria-hidden");
    }
  };
  HTMLDialogElement.prototype.showModal = function () {
    if (this.open) throw new Error("The dialog is already open.");
    open.push({ dialog: this, opener: document.activeElement });
    this.open = true;
    updatePage();
    this.querySelector("button, a[href], input, select, textarea, [tabindex]")?.focus();
  };
  HTMLDialogElement.prototype.close = function () {
    if (!this.open) return;
    this.open = false;
    const [{ opener }] = open.splice(
      open.findIndex(({ dialog }) => dialog === this),
      1,
    );
    updatePage();
    opener.focus();
    queueMicrotask(() => this.dispatchEvent(new Event("close")));
  };
  document.addEventListener("keydown", (event) => {
    const top = open.at(-1)?.dialog;
    if (event.key !== "Escape" || event.defaultPrevented || !top) return;
    if (top.dispatchEvent(new Event("cancel", { cancelable: true }))) top.close();
  });
}

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
    addModalDialogs(this.global);
    this.global.scrollTo = () => undefined;
  }
};
