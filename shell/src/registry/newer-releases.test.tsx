import { act, fireEvent, render, screen } from "@testing-library/react";
import { toast } from "@conquest/shared/singletons/toast";
import { Toaster } from "../frame/toaster";
import type { PartState } from "../remote-part/parts";
import { aRegistry, aRelease, aWholeRegistry } from "../testing/registry-samples";
import { watchReleases } from "./newer-releases";
import type { ParsedRegistry } from "./load-registry";

const ROUTES = [{ path: "/", title: "Home", access: "everyone", layout: "site" }];
const release = (part: string, version: string) => aRelease(part, version, { routes: ROUTES });
const remotes = (open: string, unopened = "1") =>
  aRegistry({
    "mf-open": { current: release("mf-open", open) },
    "mf-unopened": { current: release("mf-unopened", unopened) },
  });

function aTab(now: Partial<ParsedRegistry>) {
  let registry: ParsedRegistry | undefined = { ...remotes("1"), shell: "1", unreadable: [], ...now };
  let requests = 0;
  const state = (part: string): PartState =>
    part === "mf-open"
      ? { phase: "ready", version: "1", base: "", turn: 1, Routes: () => null, loadPage: async () => undefined }
      : { phase: "loading" };
  const edited = new Set<EventTarget | null>();
  let stop = () => undefined as void;
  return {
    edited,
    stop: () => stop(),
    opens: () =>
      act(async () => {
        render(<Toaster />);
        stop = watchReleases(
          { registry: aWholeRegistry(remotes("1")), parts: { state } as never, shellVersion: "1" },
          edited,
          async () => {
            requests += 1;
            return registry;
          },
        );
      }),
    requests: () => requests,
    answer: (next: Partial<ParsedRegistry> | null) =>
      (registry = next ? { ...remotes("1"), shell: "1", unreadable: [], ...next } : undefined),
  };
}

const returnToTab = () => act(async () => void fireEvent(document, new Event("visibilitychange")));
const offer = () => screen.queryByRole("status");
const waitThreeMinutes = () => jest.advanceTimersByTime(3 * 60_000);

function addEditedField(html: string, { edited }: { edited: Set<EventTarget | null> }): HTMLInputElement {
  document.body.insertAdjacentHTML("beforeend", `<div class="test">${html}</div>`);
  const field = document.querySelector<HTMLInputElement>(".test:last-child input")!;
  edited.add(field);
  fireEvent.input(field);
  return field;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  act(() => toast.remove());
  document.querySelectorAll(".test").forEach((element) => element.remove());
  jest.useRealTimers();
});

it.each<[string, Partial<ParsedRegistry>]>([
  ["of a loaded part", remotes("2")],
  ["of the shell", { shell: "2" }],
])("offers a newer release %s, which can be dismissed for good", async (_, now) => {
  const { opens, stop } = aTab(now);
  await opens();
  expect(offer()).toHaveTextContent("A new version is available.");
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  act(() => jest.advanceTimersByTime(2000));
  expect(offer()).toBeNull();
  waitThreeMinutes();
  await returnToTab();
  expect(offer()).toBeNull();
  stop();
});

it.each<[string, Partial<ParsedRegistry> | null]>([
  ["nothing is newer", {}],
  ["only an unopened part is newer", remotes("1", "2")],
  ["the newer release is disabled", aRegistry({ "mf-open": { current: release("mf-open", "2"), isEnabled: false } })],
  ["a part was removed", { remotes: {} }],
  ["the server does not answer", null],
])("offers nothing if %s", async (_, now) => {
  const tab = aTab({});
  tab.answer(now);
  await tab.opens();
  expect(offer()).toBeNull();
  tab.stop();
});

it("requests the registry at most every three minutes when the tab becomes visible", async () => {
  const { opens, requests, answer, stop } = aTab({});
  await opens();
  await returnToTab();
  expect(requests()).toBe(1);
  answer({ shell: "2" });
  waitThreeMinutes();
  await returnToTab();
  expect(requests()).toBe(2);
  expect(offer()).toBeVisible();
  stop();
});

it("is not shown while a field has unsaved input", async () => {
  const tab = aTab({ shell: "2" });
  const field = addEditedField('<input value="half a sentence">', tab);
  await tab.opens();
  expect(offer()).toBeNull();
  field.remove();
  await returnToTab();
  expect(offer()).toBeVisible();
  const other = addEditedField('<input value="another">', tab);
  act(() => jest.advanceTimersByTime(2000));
  expect(offer()).toBeNull();
  other.value = "";
  await returnToTab();
  expect(offer()).toBeVisible();
  expect(tab.requests()).toBe(1);
  tab.stop();
});

it("ignores input in search fields", async () => {
  const tab = aTab({ shell: "2" });
  addEditedField('<div role="search"><input value="logo"></div>', tab);
  await tab.opens();
  expect(offer()).toBeVisible();
  tab.stop();
});

it("is not shown while a dialog is open", async () => {
  const tab = aTab({ shell: "2" });
  document.body.insertAdjacentHTML("beforeend", '<dialog class="test" open></dialog>');
  await tab.opens();
  expect(offer()).toBeNull();
  tab.stop();
});
