import type { Registry } from "@conquest/shared/contracts/releases";
import type { RemoteRoute } from "@conquest/shared/contracts/remote";
import { matchRoute } from "./match-route";

const route = (path: string): RemoteRoute => ({ path, title: path, access: "everyone", layout: "site", data: [] });

const registryOf = (...paths: string[]): Registry => ({
  schema: 1,
  revision: 1,
  remotes: {
    "mf-public": {
      current: { version: "1", base: "/", manifest: {}, integrity: {}, remote: { name: "mf-public", contract: "^1.0.0", routes: paths.map(route), menu: [] } },
      previous: null,
      isEnabled: true,
      reason: null,
    },
  },
});

describe("matchRoute", () => {
  const registry = registryOf("/", "/contest-details/:id", "/contest-details/new", "/contest-details/:id/payment");

  it.each([
    ["/", "/"],
    ["/contest-details/7", "/contest-details/:id"],
    ["/contest-details/new", "/contest-details/new"],
    ["/contest-details/7/payment", "/contest-details/:id/payment"],
    ["/Contest-Details/7/", "/contest-details/:id"],
  ])("finds the page of %s", (path, pattern) => {
    expect(matchRoute(registry, path)?.route.path).toBe(pattern);
  });

  it.each(["/contest-details", "/contest-details/7/winners", "/nothing"])("finds no page at %s", (path) => {
    expect(matchRoute(registry, path)).toBeNull();
  });

  it("reads a parameter as it was meant, and survives one that is badly encoded", () => {
    expect(matchRoute(registry, "/contest-details/a%20b")?.params).toEqual({ id: "a b" });
    expect(matchRoute(registry, "/contest-details/%E0%A4")?.params).toEqual({ id: "%E0%A4" });
  });
});
