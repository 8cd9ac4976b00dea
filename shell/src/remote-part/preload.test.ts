import { waitFor } from "@testing-library/react";
import { askEarly } from "@conquest/shared/singletons/early-answers";
import { siteMapOf } from "../registry/site-map";
import { aWholeRegistry } from "../testing/registry-samples";
import type { Parts } from "./parts";
import { loadFirstPage, preloadForLastRole, preloadOnIntent } from "./preload";

jest.mock("@conquest/shared/singletons/early-answers");

/** The parts that begin to load when a page is opened at this path. */
function partsAskedFor(path: string): string[] {
  const asked: string[] = [];
  const nothing = async () => undefined;
  const parts: Parts = {
    load: () => undefined,
    loadPage: async (part) => {
      asked.push(part);
      return true;
    },
    settled: nothing,
    retry: () => undefined,
    failedInUse: () => undefined,
    state: () => ({ phase: "loading" }),
    subscribe: () => () => undefined,
  };
  loadFirstPage({ map: siteMapOf(aWholeRegistry()), parts }, path, false);
  return asked;
}

beforeEach(() => localStorage.clear());

it("loads the part of a page for everyone at once", () => {
  expect(partsAskedFor("/login")).toEqual(["mf-public"]);
});

it.each(["/dashboard", "/dashboard/manage_users"])("asks for no file of %s before it is known who is there", (path) => {
  expect(partsAskedFor(path)).toEqual([]);
});

it("does not wait where who was here last could enter", () => {
  localStorage.setItem("conquest.role", "user");
  expect(partsAskedFor("/dashboard")).toEqual(["mf-dashboard-user"]);
  expect(partsAskedFor("/dashboard/manage_users")).toEqual([]);
});

it("loads the parts of who was here last once the page has loaded, so that none holds it back", async () => {
  localStorage.setItem("conquest.role", "user");
  const isLoading = jest.spyOn(document, "readyState", "get").mockReturnValue("interactive");
  const idle = globalThis as { requestIdleCallback?: (work: () => void) => void };
  idle.requestIdleCallback = (work) => work();
  const registry = aWholeRegistry();
  const load = jest.fn();
  preloadForLastRole({ map: siteMapOf(registry), parts: { load } as unknown as Parts, registry });
  await registry.complete();
  expect(load).not.toHaveBeenCalled();
  isLoading.mockRestore();
  dispatchEvent(new Event("load"));
  await waitFor(() => expect(load.mock.calls.map(([part]) => part)).toContain("mf-dashboard-user"));
  delete idle.requestIdleCallback;
});

describe("a link that somebody points at", () => {
  const site = () => {
    const registry = aWholeRegistry();
    const loaded: string[] = [];
    const loadPage = async (part: string, path: string) => {
      loaded.push(`${part} ${path}`);
      return true;
    };
    preloadOnIntent({ map: siteMapOf(registry), parts: { loadPage } as unknown as Parts, registry });
    return loaded;
  };
  const link = (href: string) => {
    const element = document.body.appendChild(document.createElement("a"));
    element.href = href;
    return element;
  };
  const over = (element: Element) => element.dispatchEvent(new Event("pointerover", { bubbles: true }));
  const settle = () => jest.advanceTimersByTimeAsync(200);

  beforeEach(() => {
    jest.useFakeTimers();
    jest.mocked(askEarly).mockClear();
  });
  afterEach(() => {
    jest.useRealTimers();
    document.body.replaceChildren();
  });

  it("has its page loaded, and its answers when they stay", async () => {
    const loaded = site();
    over(link("/contest-details/7"));
    await jest.advanceTimersByTimeAsync(10);
    expect(loaded).toEqual(["mf-public /contest-details/7"]);
    expect(askEarly).not.toHaveBeenCalled();
    await settle();
    expect(jest.mocked(askEarly).mock.calls).toEqual([["/contest-details/7"]]);
  });

  it("asks for no answers when they go on, where the page is not for everybody, or where it shows something else", async () => {
    site();
    over(link("/contest-details/7"));
    await jest.advanceTimersByTimeAsync(10);
    over(document.body);
    await settle();
    over(link("/contest-details/7/payment"));
    await settle();
    over(link("/contest-details/7?more=1"));
    await settle();
    expect(askEarly).not.toHaveBeenCalled();
  });
});
