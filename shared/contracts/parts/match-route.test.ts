import { fillPath, matchRoute } from "./match-route";
import type { Registry } from "./releases";
import type { RemoteRoute } from "./remote";

const route = (path: string): RemoteRoute => ({ path, title: path, access: "everyone", layout: "site", data: [] });

const remotesOf = (...paths: string[]): Registry["remotes"] => ({
  "mf-public": {
    current: {
      version: "1",
      base: "/",
      files: { container: "x", entry: "x.js", scripts: [], styles: [], pages: {} },
      integrity: {},
      remote: { name: "mf-public", contract: "^1.0.0", routes: paths.map(route), menu: [] },
    },
    previous: null,
    isEnabled: true,
    reason: null,
  },
});

describe("matchRoute", () => {
  const remotes = remotesOf("/", "/contest-details/:id", "/contest-details/new", "/contest-details/:id/payment");

  it.each([
    ["/", "/"],
    ["/contest-details/7", "/contest-details/:id"],
    ["/contest-details/new", "/contest-details/new"],
    ["/contest-details/7/payment", "/contest-details/:id/payment"],
    ["/Contest-Details/7/", "/contest-details/:id"],
  ])("finds the page of %s", (path, pattern) => {
    expect(matchRoute(remotes, path)?.route.path).toBe(pattern);
  });

  it.each([
    "/contest-details",
    "/contest-details/7/winners",
    "/contest-details//payment",
    "/contest-details//7",
    "/nothing",
  ])("finds no page at %s", (path) => {
    expect(matchRoute(remotes, path)).toBeUndefined();
  });

  it("decodes parameters, and leaves badly encoded ones unchanged", () => {
    expect(matchRoute(remotes, "/contest-details/a%20b")?.params).toEqual({ id: "a b" });
    expect(matchRoute(remotes, "/contest-details/%E0%A4")?.params).toEqual({ id: "%E0%A4" });
  });
});

it("encodes the parameters in a path", () => {
  expect(fillPath("/contest-details/:id/payment", { id: "a/b c" })).toBe("/contest-details/a%2Fb%20c/payment");
});
