import { screen } from "@testing-library/react";

const FOLDER = "http://localhost/mf/shell/1/";

function run(): void {
  jest.isolateModules(() => void jest.requireActual("./before-paint"));
}

function fail<Tag extends "link" | "script">(tag: Tag, given: Partial<HTMLElementTagNameMap[Tag]>): void {
  const element = Object.assign(document.createElement(tag), given);
  document.head.append(element);
  element.dispatchEvent(new Event("error"));
  element.remove();
}

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
  delete document.documentElement.dataset["started"];
  localStorage.clear();
});

// It hears one failure and then no more: none is left listening for the next test.
afterEach(() => {
  delete document.documentElement.dataset["started"];
  fail("link", { rel: "stylesheet", href: `${FOLDER}main.css` });
});

it.each([
  [null, "light"],
  ["light", "light"],
  ["dark", "dark"],
])("with %j stored, sets the %s theme", (stored, theme) => {
  if (stored) localStorage.setItem("theme", stored);
  run();
  expect(document.documentElement.dataset["theme"]).toBe(theme);
});

it.each([
  ["stylesheet", () => fail("link", { rel: "stylesheet", href: `${FOLDER}main.css` })],
  ["script", () => fail("script", { defer: true, src: `${FOLDER}main.js` })],
])("says that the shell's %s did not arrive, once, and offers a reload", (_, happens) => {
  run();
  expect(screen.queryByRole("alert")).toBeNull();
  happens();
  happens();
  expect(screen.getByRole("alert")).toHaveTextContent("files did not arrive");
  expect(screen.getByRole("button", { name: "Reload the page" })).toBeVisible();
});

it("says so of a script that neither comes nor fails", () => {
  jest.useFakeTimers();
  run();
  jest.advanceTimersByTime(9_000);
  expect(screen.queryByRole("alert")).toBeNull();
  jest.advanceTimersByTime(1_000);
  jest.useRealTimers();
  expect(screen.getByRole("alert")).toHaveTextContent("files did not arrive");
});

it("waits for a page to say it in", () => {
  run();
  const { body } = document;
  body.remove();
  fail("link", { rel: "stylesheet", href: `${FOLDER}main.css` });
  document.documentElement.append(body);
  expect(screen.queryByRole("alert")).toBeNull();
  document.dispatchEvent(new Event("DOMContentLoaded"));
  expect(screen.getByRole("alert")).toBeVisible();
});

it.each([
  ["a script that is loaded later", () => fail("script", { defer: false, src: `${FOLDER}identity.js` })],
  ["a preload", () => fail("link", { rel: "preload", href: `${FOLDER}main.js` })],
])("leaves %s to who asked for it", (_, happens) => {
  run();
  happens();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("leaves what the running site asks for to the site", () => {
  run();
  document.documentElement.dataset["started"] = "";
  fail("link", { rel: "stylesheet", href: "http://localhost/mf/mf-public/1/routes.css", onerror: jest.fn() });
  expect(screen.queryByRole("alert")).toBeNull();
});

it("says that a file of the page did not arrive also when that is heard once the site runs", () => {
  run();
  document.documentElement.dataset["started"] = "";
  fail("link", { rel: "stylesheet", href: `${FOLDER}main.css` });
  expect(screen.getByRole("alert")).toHaveTextContent("files did not arrive");
});
