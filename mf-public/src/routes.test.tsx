import { screen } from "@testing-library/react";
import { remoteJson } from "@conquest/shared/contracts/parts/remote";
import { renderAt } from "@conquest/shared/testing/render-at";
import face from "../remote.json";
import PublicRoutes from "./routes";

const { routes } = remoteJson.parse(face);

it("gives no page of the site twice, and none to the menu", () => {
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length);
  expect(remoteJson.parse(face).menu).toEqual([]);
});

it.each(["/about", "/terms", "/privacy", "/cookies"])("draws %s under the title the shell announces", (path) => {
  renderAt(path, PublicRoutes);
  const title = routes.find((route) => route.path === path)?.title ?? "";
  expect(screen.getByRole("heading", { level: 1, name: title })).toBeVisible();
});
