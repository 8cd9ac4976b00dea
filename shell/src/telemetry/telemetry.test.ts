import { render, waitFor } from "@testing-library/react";
import { createElement } from "react";
import { UNREADABLE_RESPONSE_EVENT } from "@conquest/shared/contracts/http/response-shape";
import type { TelemetryBatch } from "@conquest/shared/contracts/telemetry";
import { provideConfig } from "@conquest/shared/singletons/config";
import { aSiteConfig } from "@conquest/shared/testing/samples";
import { guardNodes, hasDisplacedNodes } from "../hydration/node-guard";
import { createSiteMap } from "../registry/site-map";
import { PartFailure } from "../remote-part/part-failure";
import type { PartState } from "../remote-part/parts";
import { aRelease, aWholeRegistry } from "../testing/registry-samples";
import { observePage, emitEvent, withLoadTime } from "./telemetry-buffer";
import { startTelemetry } from "./telemetry";

const SHELL = "https://conquest.test/mf/shell/9/main.js";

function aPage({ script = SHELL, states = {} as Record<string, PartState>, path = "/contest-details/77" } = {}) {
  provideConfig(aSiteConfig());
  history.replaceState(null, "", path);
  const bodies: Blob[] = [];
  const addresses: string[] = [];
  navigator.sendBeacon = (address, body) => {
    addresses.push(String(address));
    bodies.push(body as Blob);
    return true;
  };
  performance.getEntriesByName = () => [{ duration: 40 } as PerformanceEntry];
  performance.getEntriesByType = (() => [
    { name: "https://conquest.test/mf/mf-public/1/remoteEntry.js", encodedBodySize: 900 },
    { name: "https://conquest.test/mf/mf-public/1/remoteEntry.js", encodedBodySize: 0 },
    { name: "https://conquest.test/mf/mf-public/1/routes.js", encodedBodySize: 100 },
    { name: "https://conquest.test/api/users", encodedBodySize: 5000 },
  ]) as never;
  const registry = aWholeRegistry();
  const parts = { state: (part: string) => states[part] ?? { phase: "loading" } } as never;
  startTelemetry({ map: createSiteMap(registry), registry, parts, firstPath: path }, script);
  const sent = async (): Promise<TelemetryBatch> => {
    const batches = await Promise.all(bodies.map(async (body) => JSON.parse(await textOf(body)) as TelemetryBatch));
    return {
      samples: batches.flatMap(({ samples }) => samples),
      incidents: batches.flatMap(({ incidents }) => incidents),
    };
  };
  return { sent, addresses, leave: () => dispatchEvent(new Event("pagehide")) };
}

const textOf = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });

const loadOnce = async (version: string) => {
  const release = aRelease("mf-public", version, {
    routes: [{ path: "/", title: "Home", access: "everyone", layout: "site" }],
  });
  await withLoadTime(async () => ({ Routes: () => null, loadPage: async () => undefined }))(
    "mf-public",
    release,
    false,
  );
};

it("sends nothing in development", async () => {
  const page = aPage({ script: "http://localhost:3000/main.js" });
  await loadOnce("1");
  page.leave();
  expect(page.addresses).toEqual([]);
});

it("sends load times and file sizes once when the page is left", async () => {
  const page = aPage();
  await loadOnce("1");
  expect(page.addresses).toEqual([]);
  page.leave();
  page.leave();
  const { samples, incidents } = await page.sent();
  expect(new Set(page.addresses)).toEqual(new Set(["/api/telemetry"]));
  expect(samples).toEqual([
    { part: "shell", version: "9", metric: "load", value: 40, page: "" },
    { part: "mf-public", version: "1", metric: "load", value: expect.any(Number), page: "" },
    { part: "mf-public", version: "1", metric: "bytes", value: 1000, page: "" },
  ]);
  expect(incidents).toEqual([]);
});

it("sends a failure at once with its incident id and route pattern", async () => {
  const page = aPage();
  const failure = new PartFailure("missing", "https://conquest.test/mf/mf-public/1/remoteEntry.js?try=1 returned 404");
  emitEvent({ part: "mf-public", failure, wanted: "1", running: null });
  emitEvent({ part: "mf-public", failure, wanted: "1", running: null });
  expect((await page.sent()).incidents).toEqual([
    {
      part: "mf-public",
      version: "1",
      kind: "failure",
      reason: "missing",
      message: "https://conquest.test/mf/mf-public/1/remoteEntry.js returned 404",
      incident: failure.incident,
      page: "/contest-details/:id",
    },
  ]);
});

it("reports a fallback to another release", async () => {
  const page = aPage();
  const failure = new PartFailure("content", "It is not the file that was released");
  await loadOnce("0");
  emitEvent({ part: "mf-public", failure, wanted: "1", running: "0" });
  page.leave();
  const { samples, incidents } = await page.sent();
  expect(incidents).toMatchObject([
    { part: "mf-public", version: "1", kind: "fallback", reason: "content", incident: failure.incident },
  ]);
  expect(samples).toContainEqual(expect.objectContaining({ part: "mf-public", version: "0", metric: "load" }));
});

it("reports a crash of the running release, but no disabled parts", async () => {
  const ready = {
    phase: "ready",
    version: "0",
    base: "/mf/mf-public/0/",
    turn: 1,
    Routes: () => null,
    loadPage: async () => undefined,
  } as const;
  const page = aPage({ states: { "mf-public": ready } });
  emitEvent({
    part: "mf-public",
    failure: new PartFailure("crash", "x is not a function"),
    wanted: null,
    running: null,
  });
  emitEvent({
    part: "mf-public",
    failure: new PartFailure("disabled", "It is being repaired."),
    wanted: null,
    running: null,
  });
  expect((await page.sent()).incidents).toMatchObject([
    { version: "0", kind: "crash", message: "x is not a function" },
  ]);
});

it("assigns errors and violations to releases by file and ignores foreign ones", async () => {
  const page = aPage();
  const error = Object.assign(new Error("No user ann@example.com"), {
    stack: "Error\n at f (https://conquest.test/mf/mf-dashboard-user/3/page.js:1:1)",
  });
  emitEvent({ reason: error } as unknown as PromiseRejectionEvent);
  emitEvent({
    error: new Error("of nobody"),
    message: "",
    filename: "chrome-extension://abc/x.js",
  } as unknown as ErrorEvent);
  const violation = {
    effectiveDirective: "script-src-elem",
    blockedURI: "https://evil.example/x.js?user=7",
    sourceFile: "https://conquest.test/mf/mf-public/1/routes.js",
    sample: "",
  };
  emitEvent(violation as SecurityPolicyViolationEvent);
  emitEvent({ ...violation, sourceFile: "chrome-extension://abc" } as SecurityPolicyViolationEvent);
  emitEvent({
    ...violation,
    sourceFile: "",
    blockedURI: "https://evil.example/x.png",
    effectiveDirective: "img-src",
  } as SecurityPolicyViolationEvent);
  expect((await page.sent()).incidents).toMatchObject([
    { part: "mf-dashboard-user", version: "3", kind: "error", reason: "uncaught", message: "Error: No user (email)" },
    { part: "mf-public", version: "1", kind: "policy", reason: "script-src-elem", message: "https://evil.example" },
    { part: "shell", version: "9", kind: "policy", reason: "img-src", message: "https://evil.example" },
  ]);
});

const OURS = "at f (https://conquest.test/mf/mf-public/1/page.js:1:10)";
const withStack = (...frames: string[]) =>
  Object.assign(new Error("x is not a function"), {
    stack: ["Error: x is not a function at 10:30:05", ...frames].join("\n    "),
  });

describe("an error thrown by", () => {
  it.each([
    ["an extension that our code called", withStack("at g (chrome-extension://abc/content.js:3:7)", OURS)],
    [
      "an extension of Firefox",
      withStack("g@moz-extension://abc/content.js:3:7", "f@https://conquest.test/mf/mf-public/1/page.js:1:10"),
    ],
    ["an extension of Safari", withStack("g@safari-web-extension://abc/content.js:3:7", OURS)],
    ["an injected script", withStack("at g (https://conquest.test/login:120:4)", OURS)],
    ["a script without an address", withStack("at <anonymous>:1:5", OURS)],
    ["a script of another site", withStack("at https://translate.example/element.js:1:5", OURS)],
  ])("%s is ignored", async (_, error) => {
    const page = aPage();
    emitEvent({ error, message: error.message, filename: "" } as unknown as ErrorEvent);
    emitEvent({ reason: error } as unknown as PromiseRejectionEvent);
    emitEvent({
      part: "mf-public",
      failure: new PartFailure("crash", error.message, { cause: error }),
      wanted: null,
      running: null,
    });
    page.leave();
    expect((await page.sent()).incidents).toEqual([]);
  });

  it.each([
    ["a part", withStack(OURS, "at g (chrome-extension://abc/content.js:3:7)")],
    ["a browser function that a part called", withStack("at Array.reduce (<anonymous>)", OURS)],
    [
      "a part in Firefox",
      withStack("f@https://conquest.test/mf/mf-public/1/page.js:1:10", "g@moz-extension://abc/content.js:3:7"),
    ],
  ])("%s is reported", async (_, error) => {
    const page = aPage();
    emitEvent({ error, message: error.message, filename: "" } as unknown as ErrorEvent);
    emitEvent({
      part: "mf-public",
      failure: new PartFailure("crash", error.message, { cause: error }),
      wanted: "1",
      running: null,
    });
    expect((await page.sent()).incidents).toMatchObject([
      { part: "mf-public", version: "1", kind: "error" },
      { part: "mf-public", version: "1", kind: "crash" },
    ]);
  });
});

it.each(["script-src-elem", "style-src-attr", "style-src-elem", "connect-src"])(
  "ignores a violation of %s that our files did not cause",
  async (effectiveDirective) => {
    const page = aPage();
    for (const sourceFile of ["", "https://conquest.test/login", "chrome-extension"])
      emitEvent({ effectiveDirective, blockedURI: "inline", sourceFile, sample: "" } as SecurityPolicyViolationEvent);
    page.leave();
    expect((await page.sent()).incidents).toEqual([]);
  },
);

it("limits the number of incidents", async () => {
  const page = aPage();
  for (let index = 0; index < 100; index += 1)
    emitEvent({ part: "mf-public", failure: new PartFailure("crash", `number ${index}`), wanted: null, running: null });
  expect((await page.sent()).incidents).toHaveLength(20);
});

it("reports unhandled rejections and unreadable responses of the page", async () => {
  const page = aPage();
  observePage();
  const error = Object.assign(new Error("late"), { stack: "at https://conquest.test/mf/mf-public/1/a.js:1" });
  dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: error }));
  dispatchEvent(
    new ErrorEvent(UNREADABLE_RESPONSE_EVENT, {
      error: Object.assign(new Error("GET /winners answered 1 elements"), {
        stack: "at https://conquest.test/mf/shell/9/main.js:1",
      }),
    }),
  );
  expect((await page.sent()).incidents).toMatchObject([
    { kind: "error", message: "Error: late" },
    { kind: "error", part: "shell", message: "Error: GET /winners answered 1 elements" },
  ]);
});

// Last, since guardNodes patches the DOM permanently.
it("ignores DOM errors of a page whose nodes others moved", async () => {
  guardNodes();
  render(createElement("p", null, "one", createElement("b")));
  const text = document.querySelector("p")!.firstChild!;
  const wrapper = document.createElement("font");
  (text as Text).replaceWith(wrapper);
  wrapper.append(text);
  await waitFor(() => expect(hasDisplacedNodes()).toBe(true));
  const page = aPage();
  const error = Object.assign(new DOMException("The node is not a child of this node.", "NotFoundError"), {
    stack: `NotFoundError\n    ${OURS}`,
  });
  emitEvent({
    part: "mf-public",
    failure: new PartFailure("crash", error.message, { cause: error }),
    wanted: null,
    running: null,
  });
  page.leave();
  expect((await page.sent()).incidents).toEqual([]);
});
