import { act, render, screen } from "@testing-library/react";
import { ErrorBoundary } from "react-error-boundary";
import { MemoryRouter } from "react-router-dom";
import { loadEveryPage, pageTable } from "./page-table";

const page = (text: string) => ({ default: () => <h1>{text}</h1> });

function renderRoutes(Routes: () => React.ReactNode, path: string) {
  return render(
    <MemoryRouter initialEntries={[path]}>
      <ErrorBoundary fallbackRender={({ error }) => <p>{(error as Error).message}</p>}>
        <Routes />
      </ErrorBoundary>
    </MemoryRouter>,
    { onCaughtError: () => undefined },
  );
}

it("can preload every page", async () => {
  const { Routes } = pageTable({ "/late": async () => page("Late") });
  await loadEveryPage();
  renderRoutes(Routes, "/late");
  expect(screen.getByRole("heading", { name: "Late" })).toBeVisible();
});

it("renders a loaded page synchronously, and loads no other", async () => {
  const other = jest.fn(async () => page("Other"));
  const { Routes, load } = pageTable({ "/contest/:id": async () => page("Contest"), "/contest/new": other });
  await load("/contest/7");
  renderRoutes(Routes, "/contest/7");
  expect(screen.getByRole("heading", { name: "Contest" })).toBeVisible();
  expect(other).not.toHaveBeenCalled();
});

it("shows a fallback while a chunk loads, and requests it once", async () => {
  let arrive: (module: ReturnType<typeof page>) => void = () => undefined;
  const importPage = jest.fn(() => new Promise<ReturnType<typeof page>>((resolve) => (arrive = resolve)));
  const { Routes, load } = pageTable({ "/": importPage });
  void load("/");
  await act(async () => void renderRoutes(Routes, "/"));
  expect(screen.getByRole("status")).toHaveTextContent("Loading the page");
  await act(async () => arrive(page("Home")));
  expect(await screen.findByRole("heading", { name: "Home" })).toBeVisible();
  expect(importPage).toHaveBeenCalledTimes(1);
});

it("throws a loading error in place of the page, and retries on load", async () => {
  let isAvailable = false;
  const { Routes, load } = pageTable({
    "/": async () => (isAvailable ? page("Home") : Promise.reject(new Error("404"))),
  });
  await expect(load("/")).rejects.toThrow("404");
  await act(async () => void renderRoutes(Routes, "/"));
  expect(await screen.findByText("404")).toBeVisible();
  isAvailable = true;
  await load("/");
  await act(async () => void renderRoutes(Routes, "/"));
  expect(await screen.findByRole("heading", { name: "Home" })).toBeVisible();
});

it("loads nothing if the remote has no pages", async () => {
  await expect(pageTable({}).load("/elsewhere")).resolves.toBeUndefined();
});
