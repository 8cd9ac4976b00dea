import { act, fireEvent, screen } from "@testing-library/react";
import { useId, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { replayEarlyEvents } from "../hydration/event-replay";
import { createPendingHydration, type PendingHydration } from "../hydration/hydration-state";
import { RemoteBoundary } from "./remote-boundary";
import { PartFailure } from "./part-failure";
import { createParts, type LoadedPart } from "./parts";

function Counter() {
  const [count, setCount] = useState(0);
  const id = useId();
  return (
    <form aria-labelledby={id}>
      <h1 id={id}>A page</h1>
      <input aria-label="Name" name="name" />
      <button type="button" onClick={() => setCount(count + 1)}>{`Pressed ${count} times`}</button>
    </form>
  );
}

const Tree = ({ pending }: { pending: PendingHydration | null }) => {
  const [isRerendered, setRerendered] = useState(false);
  return (
    <main id="content">
      <RemoteBoundary
        key={String(isRerendered)}
        pending={isRerendered ? null : pending}
        onOutdated={() => setRerendered(true)}>
        <Counter />
      </RemoteBoundary>
    </main>
  );
};

async function renderOnServer(): Promise<string> {
  const { TextEncoder } = await import("node:util");
  Object.assign(globalThis, { TextEncoder });
  const { renderToString } = await import("react-dom/server");
  return renderToString(<Tree pending={null} />);
}

async function createServerPage(version = "1") {
  const root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = await renderOnServer();
  globalThis.conquestEarlyActs = { clicked: [], left: [], place: document };
  let resolveCode: (part: LoadedPart | Error) => void = () => undefined;
  const release = { version, remote: {}, base: "/", files: {} } as never;
  const registry = {
    remotes: () => ({ part: { current: release, previous: null, isEnabled: true, reason: null } }),
    complete: () => Promise.resolve(),
    renew: () => Promise.resolve(),
    now: () => Promise.resolve(undefined),
  };
  const code = new Promise<LoadedPart>(
    (resolve, reject) => (resolveCode = (part) => (part instanceof Error ? reject(part) : resolve(part))),
  );
  const parts = createParts(
    registry,
    () => code,
    () => undefined,
  );
  const pending = createPendingHydration({ part: "part", path: "/", version: "1", parts });
  const loadCode = () =>
    act(async () => {
      resolveCode({ Routes: Counter, loadPage: () => Promise.resolve() });
      await parts.settled("part");
    });
  const hydrate = () =>
    act(async () => {
      const page = hydrateRoot(root, <Tree pending={pending} />);
      replayEarlyEvents(root, document.getElementById("content"));
      return page;
    });
  const early = globalThis.conquestEarlyActs;
  const press = () => early.clicked.push(screen.getByRole("button"));
  return {
    loadCode,
    hydrate,
    press,
    early,
    failLoading: () => act(() => resolveCode(new PartFailure("contract", "another"))),
  };
}

afterEach(() => {
  document.body.innerHTML = "";
  globalThis.conquestEarlyActs = undefined;
});

it.each(["before", "after"])(
  "hydrates the markup and replays early events once if code loads %s the frame hydrates",
  async (when) => {
    const { loadCode, hydrate, press, early } = await createServerPage();
    const button = screen.getByRole("button");
    screen.getByRole<HTMLInputElement>("textbox").value = "Rafi";
    press();
    if (when === "before") await loadCode();
    const page = await hydrate();
    if (when === "after") {
      expect(button).toHaveTextContent("Pressed 0 times");
      expect(early.place === screen.getByRole("main")).toBe(true);
      await loadCode();
    }
    expect(await screen.findByText("Pressed 1 times")).toBe(button);
    expect(screen.getByRole("form")).toHaveAccessibleName("A page");
    expect(screen.getByRole("textbox")).toHaveValue("Rafi");
    expect(early.place).toBeNull();
    fireEvent.click(button);
    expect(button).toHaveTextContent("Pressed 2 times");
    act(() => page.unmount());
  },
);

it("renders again with another release and replays early events", async () => {
  const { loadCode, hydrate, press } = await createServerPage("2");
  const button = screen.getByRole("button");
  press();
  const page = await hydrate();
  await loadCode();
  expect(await screen.findByText("Pressed 1 times")).not.toBe(button);
  act(() => page.unmount());
});

it("shows a note and stops recording events if the code fails to load", async () => {
  const { failLoading, hydrate, press, early } = await createServerPage();
  const page = await hydrate();
  press();
  await failLoading();
  expect(await screen.findByRole("alert")).toHaveTextContent("You can read this page");
  expect(screen.getByText("Pressed 0 times")).toBeVisible();
  expect([early.place, early.clicked]).toEqual([null, []]);
  act(() => page.unmount());
});

it("stops recording events after navigation", async () => {
  const { hydrate, press, early } = await createServerPage();
  const page = await hydrate();
  press();
  act(() => page.unmount());
  expect([early.place, early.clicked]).toEqual([null, []]);
});
