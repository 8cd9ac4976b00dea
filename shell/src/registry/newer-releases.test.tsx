import { act, fireEvent, render, screen } from "@testing-library/react";
import { toast } from "@conquest/shared/singletons/toast";
import { Toaster } from "../frame/toaster";
import type { PartState } from "../remote-part/parts";
import { aRegistry, aRelease, aWholeRegistry } from "../testing/registry-samples";
import { watchReleases } from "./newer-releases";
import type { ReadRegistry } from "./load-registry";

const ROUTES = [{ path: "/", title: "Home", access: "everyone", layout: "site" }];
const release = (part: string, version: string) => aRelease(part, version, { routes: ROUTES });
const remotes = (open: string, unopened = "1") =>
  aRegistry({
    "mf-open": { current: release("mf-open", open) },
    "mf-unopened": { current: release("mf-unopened", unopened) },
  });

/** A tab of shell 1 that runs mf-open 1 and has not loaded mf-unopened. */
function aTab(now: Partial<ReadRegistry>) {
  let registry: ReadRegistry | undefined = { ...remotes("1"), shell: "1", unreadable: [], ...now };
  let asked = 0;
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
            asked += 1;
            return registry;
          },
        );
      }),
    asked: () => asked,
    answer: (next: Partial<ReadRegistry> | null) =>
      (registry = next ? { ...remotes("1"), shell: "1", unreadable: [], ...next } : undefined),
  };
}

/** Somebody comes back to the tab. */
const comesBack = () => act(async () => void fireEvent(document, new Event("visibilitychange")));
const offer = () => screen.queryByRole("status");
const later = () => jest.advanceTimersByTime(3 * 60_000);

/** A field that somebody has typed into. */
function typedInto(html: string, { edited }: { edited: Set<EventTarget | null> }): HTMLInputElement {
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

it.each<[string, Partial<ReadRegistry>]>([
  ["of a part that runs here", remotes("2")],
  ["of the shell", { shell: "2" }],
])("offers a newer release %s, which can be dismissed for good", async (_, now) => {
  const { opens, stop } = aTab(now);
  await opens();
  expect(offer()).toHaveTextContent("A new version is here.");
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  act(() => jest.advanceTimersByTime(2000));
  expect(offer()).toBeNull();
  later();
  await comesBack();
  expect(offer()).toBeNull();
  stop();
});

it.each<[string, Partial<ReadRegistry> | null]>([
  ["nothing is newer", {}],
  ["only a part is newer that has not been opened", remotes("1", "2")],
  ["the newer one is switched off", aRegistry({ "mf-open": { current: release("mf-open", "2"), isEnabled: false } })],
  ["a part is no more", { remotes: {} }],
  ["the server does not answer", null],
])("offers nothing where %s", async (_, now) => {
  const tab = aTab({});
  tab.answer(now);
  await tab.opens();
  expect(offer()).toBeNull();
  tab.stop();
});

it("asks at most every few minutes, also whenever somebody comes back to the tab", async () => {
  const { opens, asked, answer, stop } = aTab({});
  await opens();
  await comesBack();
  expect(asked()).toBe(1);
  answer({ shell: "2" });
  later();
  await comesBack();
  expect(asked()).toBe(2);
  expect(offer()).toBeVisible();
  stop();
});

it("waits until nothing is typed that would be lost, and makes way for who begins to type", async () => {
  const tab = aTab({ shell: "2" });
  const field = typedInto('<input value="half a sentence">', tab);
  await tab.opens();
  expect(offer()).toBeNull();
  field.remove();
  await comesBack();
  expect(offer()).toBeVisible();
  const other = typedInto('<input value="another">', tab);
  act(() => jest.advanceTimersByTime(2000));
  expect(offer()).toBeNull();
  other.value = "";
  await comesBack();
  expect(offer()).toBeVisible();
  expect(tab.asked()).toBe(1);
  tab.stop();
});

it("does not wait for a search", async () => {
  const tab = aTab({ shell: "2" });
  typedInto('<div role="search"><input value="logo"></div>', tab);
  await tab.opens();
  expect(offer()).toBeVisible();
  tab.stop();
});

it("stands over no open dialog", async () => {
  const tab = aTab({ shell: "2" });
  document.body.insertAdjacentHTML("beforeend", '<dialog class="test" open></dialog>');
  await tab.opens();
  expect(offer()).toBeNull();
  tab.stop();
});
