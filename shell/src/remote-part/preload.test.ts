import { waitFor } from "@testing-library/react";
import { provideConfig } from "@conquest/shared/singletons/config";
import { prefetchResponse } from "@conquest/shared/singletons/early-answers";
import { aSiteConfig } from "@conquest/shared/testing/samples";
import { createSiteMap } from "../registry/site-map";
import { aWholeRegistry } from "../testing/registry-samples";
import type { Parts } from "./parts";
import { loadFirstPage, preloadForLastRole, preloadOnIntent } from "./preload";

jest.mock("@conquest/shared/singletons/early-answers");

function partsLoadedAt(path: string): string[] {
  const loadedParts: string[] = [];
  const noop = async () => undefined;
  const parts: Parts = {
    load: () => undefined,
    loadPage: async (part) => {
      loadedParts.push(part);
      return true;
    },
    settled: noop,
    retry: () => undefined,
    reportRuntimeFailure: () => undefined,
    state: () => ({ phase: "loading" }),
    subscribe: () => () => undefined,
  };
  loadFirstPage({ map: createSiteMap(aWholeRegistry()), parts }, path, false);
  return loadedParts;
}

beforeEach(() => {
  localStorage.clear();
  provideConfig(aSiteConfig());
});

it("loads the part of a public page immediately", () => {
  expect(partsLoadedAt("/login")).toEqual(["mf-public"]);
});

it.each(["/dashboard", "/dashboard/manage_users"])("loads nothing for %s before the session is known", (path) => {
  expect(partsLoadedAt(path)).toEqual([]);
});

it("does not wait for the session if the last role has access", () => {
  localStorage.setItem("conquest.role", "user");
  expect(partsLoadedAt("/dashboard")).toEqual(["mf-dashboard-user"]);
  expect(partsLoadedAt("/dashboard/manage_users")).toEqual([]);
});

it("loads the parts of the last role after the page's load event", async () => {
  localStorage.setItem("conquest.role", "user");
  const isLoading = jest.spyOn(document, "readyState", "get").mockReturnValue("interactive");
  const idle = globalThis as { requestIdleCallback?: (work: () => void) => void };
  idle.requestIdleCallback = (work) => work();
  const registry = aWholeRegistry();
  const load = jest.fn();
  preloadForLastRole({ map: createSiteMap(registry), parts: { load } as unknown as Parts, registry });
  await registry.complete();
  expect(load).not.toHaveBeenCalled();
  isLoading.mockRestore();
  dispatchEvent(new Event("load"));
  await waitFor(() => expect(load.mock.calls.map(([part]) => part)).toContain("mf-dashboard-user"));
  delete idle.requestIdleCallback;
});

describe("a link that is hovered", () => {
  const site = () => {
    const registry = aWholeRegistry();
    const loaded: string[] = [];
    const loadPage = async (part: string, path: string) => {
      loaded.push(`${part} ${path}`);
      return true;
    };
    preloadOnIntent({ map: createSiteMap(registry), parts: { loadPage } as unknown as Parts, registry });
    return loaded;
  };
  const link = (href: string) => {
    const element = document.body.appendChild(document.createElement("a"));
    element.href = href;
    return element;
  };
  const hover = (element: Element) => element.dispatchEvent(new Event("pointerover", { bubbles: true }));
  const waitForIntent = () => jest.advanceTimersByTimeAsync(200);

  beforeEach(() => {
    jest.useFakeTimers();
    jest.mocked(prefetchResponse).mockClear();
  });
  afterEach(() => {
    jest.useRealTimers();
    document.body.replaceChildren();
  });

  it("loads its page at once and prefetches its data if the pointer stays", async () => {
    const loaded = site();
    hover(link("/contest-details/7"));
    await jest.advanceTimersByTimeAsync(10);
    expect(loaded).toEqual(["mf-public /contest-details/7"]);
    expect(prefetchResponse).not.toHaveBeenCalled();
    await waitForIntent();
    expect(jest.mocked(prefetchResponse).mock.calls).toEqual([["/contest-details/7"]]);
  });

  it("prefetches no data after leaving, for restricted pages or with a query", async () => {
    site();
    hover(link("/contest-details/7"));
    await jest.advanceTimersByTimeAsync(10);
    hover(document.body);
    await waitForIntent();
    hover(link("/contest-details/7/payment"));
    await waitForIntent();
    hover(link("/contest-details/7?more=1"));
    await waitForIntent();
    expect(prefetchResponse).not.toHaveBeenCalled();
  });
});
