import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { BrowserRouter, Link, useNavigate } from "react-router-dom";
import { preserveScroll } from "@conquest/shared/ui/page/preserve-scroll";
import { useScrollMemory } from "./scroll-memory";

let scrollableHeight = 5000;
let grow: () => void = () => undefined;

function scrollTo(top: number): void {
  window.scrollY = Math.max(0, Math.min(top, scrollableHeight));
  window.dispatchEvent(new Event("scroll"));
}

beforeEach(() => {
  scrollableHeight = 5000;
  window.scrollY = 0;
  sessionStorage.clear();
  history.replaceState(null, "", "/list");
  jest
    .spyOn(window, "scrollTo")
    .mockImplementation(((_left: number, top: number) => scrollTo(top)) as typeof window.scrollTo);
  jest
    .spyOn(document.documentElement, "scrollHeight", "get")
    .mockImplementation(() => scrollableHeight + window.innerHeight);
  globalThis.ResizeObserver = class {
    constructor(callback: ResizeObserverCallback) {
      grow = () => callback([], this);
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
      <Link to="/list?tag=b" replace {...preserveScroll}>
        Filter
      </Link>
      <Link to="/list#there">There</Link>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  );
}

const renderPage = () =>
  render(
    <BrowserRouter>
      <Page />
    </BrowserRouter>,
  );
const clickLink = (name: string) => userEvent.click(screen.getByRole("link", { name }));
const goBack = () =>
  act(async () => {
    history.back();
    await new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  });
const mockNavigationType = (type: string) => {
  performance.getEntriesByType = () => [{ type } as unknown as PerformanceEntry];
};

it("opens a new page at its top and restores the previous page's position", async () => {
  renderPage();
  scrollTo(900);
  await clickLink("Details");
  expect(window.scrollY).toBe(0);
  scrollTo(300);
  await goBack();
  expect(window.scrollY).toBe(900);
});

it("continues to restore the position while content is loading", async () => {
  renderPage();
  scrollTo(900);
  await clickLink("Details");
  scrollableHeight = 100;
  await goBack();
  expect(window.scrollY).toBe(100);
  scrollableHeight = 600;
  grow();
  expect(window.scrollY).toBe(600);
  scrollableHeight = 2000;
  grow();
  expect(window.scrollY).toBe(900);
  scrollTo(50);
  grow();
  expect(window.scrollY).toBe(50);
});

it("stops restoring when the user scrolls", async () => {
  renderPage();
  scrollTo(900);
  await clickLink("Details");
  scrollableHeight = 100;
  await goBack();
  window.dispatchEvent(new Event("wheel"));
  scrollableHeight = 2000;
  grow();
  expect(window.scrollY).toBe(100);
});

it("scrolls to the top for another query unless the link keeps the scroll position", async () => {
  renderPage();
  scrollTo(400);
  await clickLink("Filter");
  expect(window.scrollY).toBe(400);
  await clickLink("Tag");
  expect(window.scrollY).toBe(0);
});

it("scrolls to the hash target once it is rendered", async () => {
  const scrollIntoView = jest.spyOn(HTMLElement.prototype, "scrollIntoView");
  renderPage();
  await clickLink("There");
  expect(scrollIntoView).not.toHaveBeenCalled();
  const field = document.createElement("input");
  field.id = "there";
  document.body.append(field);
  grow();
  expect(scrollIntoView).toHaveBeenCalledTimes(1);
  expect(field).toHaveFocus();
  grow();
  expect(scrollIntoView).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new Event("wheel"));
  grow();
  expect(scrollIntoView).toHaveBeenCalledTimes(2);
  field.remove();
});

it.each([
  ["scrolls again if the browser jumped to the target before the page was complete", 176, 1],
  ["does not scroll if the user has scrolled away from the target", -300, 0],
])("%s", (_, top, times) => {
  history.replaceState(null, "", "/list#there");
  const heading = document.createElement("h2");
  heading.id = "there";
  heading.style.scrollMarginTop = "96px";
  document.documentElement.style.scrollPaddingTop = "80px";
  heading.getBoundingClientRect = () => ({ top }) as DOMRect;
  document.body.append(heading);
  window.scrollY = 300;
  const scrollIntoView = jest.spyOn(HTMLElement.prototype, "scrollIntoView");
  renderPage();
  expect(scrollIntoView).toHaveBeenCalledTimes(times);
  heading.remove();
  document.documentElement.style.scrollPaddingTop = "";
});

it.each([
  ["a reload", "reload", 700],
  ["Back from another site", "back_forward", 700],
  ["opening its URL again", "navigate", 0],
])("has the right position after %s", (_, type, height) => {
  mockNavigationType(type);
  const firstPage = renderPage();
  scrollTo(700);
  window.dispatchEvent(new Event("pagehide"));
  expect(history.scrollRestoration).toBe("auto");
  firstPage.unmount();
  window.scrollY = 0;
  renderPage();
  expect(history.scrollRestoration).toBe("manual");
  expect(window.scrollY).toBe(height);
});

it("does not move a page that is already scrolled", () => {
  mockNavigationType("reload");
  const firstPage = renderPage();
  scrollTo(700);
  window.dispatchEvent(new Event("pagehide"));
  firstPage.unmount();
  window.scrollY = 40;
  renderPage();
  expect(window.scrollY).toBe(40);
});
