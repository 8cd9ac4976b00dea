import { siteMapOf } from "../registry/site-map";
import { aSiteOfThree } from "../testing/registry-samples";
import type { Parts } from "./parts";
import { loadFirstPage } from "./preload";

/** The parts that begin to load when a page is opened at this path. */
function partsAskedFor(path: string): string[] {
  const asked: string[] = [];
  const parts: Parts = { load: (part) => asked.push(part), retry: () => undefined, state: () => ({ phase: "loading" }), subscribe: () => () => undefined };
  loadFirstPage({ map: siteMapOf(aSiteOfThree()), parts }, path);
  return asked;
}

beforeEach(() => localStorage.clear());

it("loads the part of a page for everyone at once", () => {
  expect(partsAskedFor("/login")).toEqual(["mf-public"]);
});

it.each(["/dashboard", "/dashboard/manage_users"])("asks for no file of %s before it is known who is there", (path) => {
  expect(partsAskedFor(path)).toEqual([]);
});

it("does not wait where who was here last could enter", () => {
  localStorage.setItem("conquest.role", "user");
  expect(partsAskedFor("/dashboard")).toEqual(["mf-dashboard-user"]);
  expect(partsAskedFor("/dashboard/manage_users")).toEqual([]);
});
