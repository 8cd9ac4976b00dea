import { screen } from "@testing-library/react";
import { remoteJson } from "@conquest/shared/contracts/parts/remote";
import { renderAt } from "@conquest/shared/testing/render-at";
import face from "../remote.json";
import PublicRoutes from "./routes";

const { routes } = remoteJson.parse(face);

it("declares each page once, and no menu items", () => {
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length);
  expect(remoteJson.parse(face).menu).toEqual([]);
});

it.each(["/about", "/terms", "/privacy", "/cookies"])("renders %s under its declared title", (path) => {
  renderAt(path, PublicRoutes);
  const title = routes.find((route) => route.path === path)?.title ?? "";
  expect(screen.getByRole("heading", { level: 1, name: title })).toBeVisible();
});
