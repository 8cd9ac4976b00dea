import { QueryClient } from "@tanstack/react-query";
import { serverClockOffset } from "@conquest/shared/singletons/http";
import { readSsrPayload } from "./ssr-payload";

const HOUR_MS = 3_600_000;

afterEach(() => {
  document.body.innerHTML = "";
  Reflect.deleteProperty(performance, "getEntriesByType");
});

/** Reads a page that was rendered by this browser's clock `renderedMsAgo`. */
function offsetAfter(renderedMsAgo: number, serverTiming: { name: string; duration: number }[]): number {
  const state = {
    address: location.pathname + location.search,
    version: null,
    now: Date.now() - renderedMsAgo,
    answers: { queries: [] },
  };
  document.body.innerHTML = `<script type="application/json" id="conquest-drawn">${JSON.stringify(state)}</script>`;
  Object.defineProperty(performance, "getEntriesByType", {
    configurable: true,
    value: () => [{ type: "navigate", serverTiming }],
  });
  readSsrPayload(new QueryClient());
  return serverClockOffset();
}

it("takes the server's time from nginx, which may have stored the page for hours", () => {
  const age = { name: "age", duration: 10 };
  expect(offsetAfter(HOUR_MS, [age, { name: "now", duration: Date.now() }])).toBe(0);
  const ahead = offsetAfter(HOUR_MS, [age, { name: "now", duration: Date.now() + HOUR_MS }]);
  expect(Math.round(ahead / 60_000)).toBe(60);
});

it("adds the page's age to its render time without nginx", () => {
  expect(offsetAfter(HOUR_MS, [{ name: "age", duration: HOUR_MS }])).toBe(0);
  expect(Math.round(offsetAfter(HOUR_MS, []) / 60_000)).toBe(-60);
});
