import { screen, within } from "@testing-library/react";
import { remoteJson } from "@conquest/shared/contracts/parts/remote";
import { renderAt } from "@conquest/shared/testing/render-at";
import face from "../remote.json";
import PublicRoutes from "./routes";

const { routes } = remoteJson.parse(face);

it("declares each page once, and one menu item", () => {
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length);
  expect(remoteJson.parse(face).menu.map(({ to }) => to)).toEqual(["/all_contests"]);
});

it("lists the contents of the terms, and when they changed", () => {
  renderAt("/terms", PublicRoutes);
  expect(screen.getByText("29 Nov 2026")).toHaveAttribute("datetime", "2026-11-29");
  const contents = within(screen.getByRole("navigation", { name: "Contents" })).getAllByRole("link");
  expect(contents.map((link) => link.textContent)).toEqual(
    screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent),
  );
  for (const link of contents)
    expect(document.querySelector(link.getAttribute("href")!.replace("/terms", ""))).toHaveTextContent(
      link.textContent,
    );
});

it.each(["/about", "/terms", "/privacy", "/cookies"])("renders %s under its declared title", (path) => {
  renderAt(path, PublicRoutes);
  const title = routes.find((route) => route.path === path)?.title ?? "";
  expect(screen.getByRole("heading", { level: 1, name: title })).toBeVisible();
});
