import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { BrowserRouter, Link, useNavigate } from "react-router-dom";
import { keepScroll } from "@conquest/shared/ui/page/keep-scroll";
import { useScrollMemory } from "./scroll-memory";

/** How far the page can be scrolled, in pixels: what has arrived of it. */
let room = 5000;
let grow: () => void = () => undefined;

function scrollTo(top: number): void {
  window.scrollY = Math.max(0, Math.min(top, room));
  window.dispatchEvent(new Event("scroll"));
}

beforeEach(() => {
  room = 5000;
  window.scrollY = 0;
  sessionStorage.clear();
  history.replaceState(null, "", "/list");
  jest
    .spyOn(window, "scrollTo")
    .mockImplementation(((_left: number, top: number) => scrollTo(top)) as typeof window.scrollTo);
  jest.spyOn(document.documentElement, "scrollHeight", "get").mockImplementation(() => room + window.innerHeight);
  globalThis.ResizeObserver = class {
    constructor(told: ResizeObserverCallback) {
      grow = () => told([], this);
    }
    observe() {}
    unobserve() {}
    disconnect() {
      grow = () => undefined;
    }
  };
});

function Page() {
  useScrollMemory();
  const navigate = useNavigate();
  return (
    <>
      <Link to="/details">Details</Link>
      <Link to="/list?tag=a">Tag</Link>
      <Link to="/list?tag=b" replace {...keepScroll}>
        Filter
      </Link>
      <Link to="/list#there">There</Link>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  );
}

const site = () =>
  render(
    <BrowserRouter>
      <Page />
    </BrowserRouter>,
  );
const follow = (name: string) => userEvent.click(screen.getByRole("link", { name }));
const back = () =>
  act(async () => {
    history.back();
    await new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  });
const opened = (type: string) => {
  performance.getEntriesByType = () => [{ type } as unknown as PerformanceEntry];
};

it("opens another page at its top and finds back where the one before was left", async () => {
  site();
  scrollTo(900);
  await follow("Details");
  expect(window.scrollY).toBe(0);
  scrollTo(300);
  await back();
  expect(window.scrollY).toBe(900);
});

it("waits for what is still on its way", async () => {
  site();
  scrollTo(900);
  await follow("Details");
  room = 100;
  await back();
  expect(window.scrollY).toBe(100);
  room = 600;
  grow();
  expect(window.scrollY).toBe(600);
  room = 2000;
  grow();
  expect(window.scrollY).toBe(900);
  // From now on it is somebody's own page.
  scrollTo(50);
  grow();
  expect(window.scrollY).toBe(50);
});

it("leaves the page to whoever takes it in hand", async () => {
  site();
  scrollTo(900);
  await follow("Details");
  room = 100;
  await back();
  window.dispatchEvent(new Event("wheel"));
  room = 2000;
  grow();
  expect(window.scrollY).toBe(100);
});

it("begins the same page with another address at the top, unless only a piece of it changes", async () => {
  site();
  scrollTo(400);
  await follow("Filter");
  expect(window.scrollY).toBe(400);
  await follow("Tag");
  expect(window.scrollY).toBe(0);
});

it("goes to what the address names, once that is there", async () => {
  const seen = jest.spyOn(HTMLElement.prototype, "scrollIntoView");
  site();
  await follow("There");
  expect(seen).not.toHaveBeenCalled();
  const there = document.createElement("h2");
  there.id = "there";
  document.body.append(there);
  grow();
  expect(seen).toHaveBeenCalledTimes(1);
  // More comes above it, until somebody goes on by themselves.
  grow();
  expect(seen).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new Event("wheel"));
  grow();
  expect(seen).toHaveBeenCalledTimes(2);
  there.remove();
});

it.each([
  ["goes on to what the address names where the browser was there before all of the page was", 176, 1],
  ["leaves the page where somebody has scrolled on from what the address names", -300, 0],
])("%s", (_, top, times) => {
  history.replaceState(null, "", "/list#there");
  const there = document.createElement("h2");
  there.id = "there";
  there.style.scrollMarginTop = "96px";
  document.documentElement.style.scrollPaddingTop = "80px";
  there.getBoundingClientRect = () => ({ top }) as DOMRect;
  document.body.append(there);
  window.scrollY = 300;
  const seen = jest.spyOn(HTMLElement.prototype, "scrollIntoView");
  site();
  expect(seen).toHaveBeenCalledTimes(times);
  there.remove();
  document.documentElement.style.scrollPaddingTop = "";
});

it.each([
  ["a reload", "reload", 700],
  ["Back from another site", "back_forward", 700],
  ["going to its address anew", "navigate", 0],
])("after %s it is at the right height", (_, type, height) => {
  opened(type);
  const before = site();
  scrollTo(700);
  window.dispatchEvent(new Event("pagehide"));
  expect(history.scrollRestoration).toBe("auto");
  before.unmount();
  window.scrollY = 0;
  site();
  expect(history.scrollRestoration).toBe("manual");
  expect(window.scrollY).toBe(height);
});

it("does not move a page that the browser or somebody has scrolled already", () => {
  opened("reload");
  const before = site();
  scrollTo(700);
  window.dispatchEvent(new Event("pagehide"));
  before.unmount();
  window.scrollY = 40;
  site();
  expect(window.scrollY).toBe(40);
});
