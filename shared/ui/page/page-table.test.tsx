import { act, render, screen } from "@testing-library/react";
import { ErrorBoundary } from "react-error-boundary";
import { MemoryRouter } from "react-router-dom";
import { loadEveryPage, pageTable } from "./page-table";

const page = (text: string) => ({ default: () => <h1>{text}</h1> });

function draw(Routes: () => React.ReactNode, path: string) {
  return render(
    <MemoryRouter initialEntries={[path]}>
      <ErrorBoundary fallbackRender={({ error }) => <p>{(error as Error).message}</p>}>
        <Routes />
      </ErrorBoundary>
    </MemoryRouter>,
    { onCaughtError: () => undefined },
  );
}

it("can have every page ready", async () => {
  const { Routes } = pageTable({ "/late": async () => page("Late") });
  await loadEveryPage();
  draw(Routes, "/late");
  expect(screen.getByRole("heading", { name: "Late" })).toBeVisible();
});

it("draws a page at once whose chunk is here, and loads no other", async () => {
  const other = jest.fn(async () => page("Other"));
  const { Routes, load } = pageTable({ "/contest/:id": async () => page("Contest"), "/contest/new": other });
  await load("/contest/7");
  draw(Routes, "/contest/7");
  expect(screen.getByRole("heading", { name: "Contest" })).toBeVisible();
  expect(other).not.toHaveBeenCalled();
});

it("waits in its place for a chunk that is on its way, and asks for it once", async () => {
  let arrive: (module: ReturnType<typeof page>) => void = () => undefined;
  const importPage = jest.fn(() => new Promise<ReturnType<typeof page>>((resolve) => (arrive = resolve)));
  const { Routes, load } = pageTable({ "/": importPage });
  void load("/");
  await act(async () => void draw(Routes, "/"));
  expect(screen.getByRole("status")).toHaveTextContent("Loading the page");
  await act(async () => arrive(page("Home")));
  expect(await screen.findByRole("heading", { name: "Home" })).toBeVisible();
  expect(importPage).toHaveBeenCalledTimes(1);
});

it("throws what kept a chunk away where the page should be, and asks anew when it is to be loaded again", async () => {
  let isThere = false;
  const { Routes, load } = pageTable({ "/": async () => (isThere ? page("Home") : Promise.reject(new Error("404"))) });
  await expect(load("/")).rejects.toThrow("404");
  await act(async () => void draw(Routes, "/"));
  expect(await screen.findByText("404")).toBeVisible();
  isThere = true;
  await load("/");
  await act(async () => void draw(Routes, "/"));
  expect(await screen.findByRole("heading", { name: "Home" })).toBeVisible();
});

it("has nothing to load where the remote has no page", async () => {
  await expect(pageTable({}).load("/elsewhere")).resolves.toBeUndefined();
});
