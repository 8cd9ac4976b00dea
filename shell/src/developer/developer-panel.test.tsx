import { act, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { DeveloperSwitches } from "@conquest/shared/contracts/parts/developer";
import { createParts, type LoadRelease } from "../remote-part/parts";
import { PartFailure } from "../remote-part/part-failure";
import { createPageRegistry } from "../registry/page-registry";
import { aRegistry, aRelease } from "../testing/registry-samples";
import { DeveloperPanel } from "./developer-panel";
import { currentSwitches, leavePanel, saveSwitches } from "./switches/switches";

const ROUTES = [{ path: "/", title: "Home", access: "everyone", layout: "site" }];
const registry = () =>
  aRegistry({
    "mf-a": {
      current: { ...aRelease("mf-a", "3f9a", { routes: ROUTES }), integrity: { "remoteEntry.js": "sha384-a" } },
    },
    "mf-b": { current: aRelease("mf-b", "dev", { routes: ROUTES }) },
  });

function aPage({
  switches = {},
  load = async () => ({ Routes: () => null, loadPage: async () => undefined }),
}: { switches?: DeveloperSwitches; load?: LoadRelease } = {}) {
  saveSwitches(switches);
  const readAll = async () => ({ ...registry(), unreadable: [] });
  const known = createPageRegistry(registry(), { rest: readAll, newest: readAll });
  const parts = createParts(known, load, () => undefined);
  const reload = jest.fn();
  render(<DeveloperPanel site={{ registry: known, parts }} reload={reload} />);
  return { parts, reload };
}

const open = () => userEvent.click(screen.getByRole("button", { name: "Developer panel" }));
const card = (part: string) =>
  within(
    screen.getAllByRole("listitem").find((item) => within(item).queryByRole("heading", { name: new RegExp(part) }))!,
  );

beforeAll(() => {
  performance.getEntriesByName = (address) =>
    address.includes("/mf-a/")
      ? [{ startTime: 100, responseEnd: address.endsWith("remoteEntry.js") ? 180 : 140 } as PerformanceResourceTiming]
      : [];
});
afterEach(leavePanel);

it("shows the version, source and load time of each part", async () => {
  const { parts } = aPage();
  await act(async () => parts.load("mf-a"));
  await open();
  const terms = (part: string) =>
    card(part)
      .getAllByRole("definition")
      .map(({ textContent }) => textContent);
  expect(terms("mf-a")).toEqual(["3f9a", location.host, "80 ms"]);
  expect(card("mf-a").getByText("ready")).toBeVisible();
  expect(terms("mf-b")).toEqual(["dev", "its dev server", "–"]);
  expect(card("mf-b").getByText("not requested")).toBeVisible();
});

it("reloads the page only if the switched part is already running", async () => {
  const { parts, reload } = aPage();
  await act(async () => parts.load("mf-a"));
  await open();
  await userEvent.selectOptions(card("mf-b").getByLabelText("Simulate a failure of mf-b"), "slow");
  expect(reload).not.toHaveBeenCalled();
  await userEvent.selectOptions(card("mf-a").getByLabelText("Simulate a failure of mf-a"), "html");
  expect(reload).toHaveBeenCalledTimes(1);
  expect(currentSwitches()).toEqual({ "mf-a": "html", "mf-b": "slow" });
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  const bar = within(screen.getByRole("region", { name: "Developer" }));
  expect(bar.getByRole("status")).toHaveTextContent("mf-a simulates a failure: HTML instead of its files");
});

it("retries a failed part if its switch changes", async () => {
  let isBroken = true;
  const load: LoadRelease = async () => {
    if (isBroken) throw new PartFailure("contract", "too new");
    return { Routes: () => null, loadPage: async () => undefined };
  };
  const { parts, reload } = aPage({ switches: { "mf-a": "skew" }, load });
  await act(async () => {
    parts.load("mf-a");
    await parts.settled("mf-a");
  });
  await open();
  expect(card("mf-a").getByText(/^contract, incident [0-9a-f]{8}$/)).toBeVisible();
  isBroken = false;
  await userEvent.selectOptions(card("mf-a").getByLabelText("Simulate a failure of mf-a"), "None");
  expect(await card("mf-a").findByText("ready")).toBeVisible();
  expect([reload.mock.calls, currentSwitches()]).toEqual([[], {}]);
});

it("accepts only dev servers on this machine", async () => {
  const { reload } = aPage();
  await open();
  const loadFrom = async (part: string, address: string) => {
    for (const [label, text] of [
      ["Part", part],
      ["Dev server address", address],
    ] as const) {
      await userEvent.clear(screen.getByLabelText(label));
      await userEvent.type(screen.getByLabelText(label), text);
    }
    await userEvent.click(screen.getByRole("button", { name: "Connect" }));
  };
  await loadFrom("shell", "http://example.com");
  expect(screen.getByText("Enter the name of a part, such as mf-public.")).toBeVisible();
  expect(screen.getByText(/Enter a dev server on this machine/)).toBeVisible();
  expect(currentSwitches()).toEqual({});
  await loadFrom("mf-new", "http://localhost:3009/");
  expect(currentSwitches()).toEqual({ "mf-new": "http://localhost:3009" });
  expect(reload).toHaveBeenCalledTimes(1);
});

it("resets all switches from the bar", async () => {
  const { reload } = aPage({ switches: { "mf-a": "slow", "mf-b": "http://localhost:3009" } });
  const bar = within(screen.getByRole("region", { name: "Developer" }));
  expect(bar.getByRole("status")).toHaveTextContent("mf-b is loaded from http://localhost:3009");
  await userEvent.click(bar.getByRole("button", { name: "Reset" }));
  expect(currentSwitches()).toEqual({});
  expect(reload).toHaveBeenCalledTimes(1);
  expect(bar.queryByRole("status")).toBeNull();
});

it("disables tampering for dev servers without digests, and closes", async () => {
  aPage();
  await open();
  expect(card("mf-b").getByRole("option", { name: /Tampered/ })).toBeDisabled();
  expect(card("mf-a").getByRole("option", { name: /Tampered/ })).toBeEnabled();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});
