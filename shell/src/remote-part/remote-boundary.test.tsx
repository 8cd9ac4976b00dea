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

const Tree = ({ standing }: { standing: PendingHydration | null }) => {
  const [isAnew, setAnew] = useState(false);
  return (
    <main id="content">
      <RemoteBoundary key={String(isAnew)} standing={isAnew ? null : standing} onOutdated={() => setAnew(true)}>
        <Counter />
      </RemoteBoundary>
    </main>
  );
};

async function drawnByServer(): Promise<string> {
  const { TextEncoder } = await import("node:util");
  Object.assign(globalThis, { TextEncoder });
  const { renderToString } = await import("react-dom/server");
  return renderToString(<Tree standing={null} />);
}

/** The page of release 1 as it was drawn, and its code, which comes when it is told to. */
async function aStandingPage(version = "1") {
  const root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = await drawnByServer();
  globalThis.conquestEarlyActs = { clicked: [], left: [], place: document };
  let come: (part: LoadedPart | Error) => void = () => undefined;
  const release = { version, remote: {}, base: "/", files: {} } as never;
  const registry = {
    remotes: () => ({ part: { current: release, previous: null, isEnabled: true, reason: null } }),
    complete: () => Promise.resolve(),
    renew: () => Promise.resolve(),
    now: () => Promise.resolve(undefined),
  };
  const code = new Promise<LoadedPart>(
    (resolve, reject) => (come = (part) => (part instanceof Error ? reject(part) : resolve(part))),
  );
  const parts = createParts(
    registry,
    () => code,
    () => undefined,
  );
  const standing = createPendingHydration({ part: "part", path: "/", version: "1", parts });
  const comes = () =>
    act(async () => {
      come({ Routes: Counter, loadPage: () => Promise.resolve() });
      await parts.settled("part");
    });
  /** As it is done when the site starts. */
  const hydrate = () =>
    act(async () => {
      const page = hydrateRoot(root, <Tree standing={standing} />);
      replayEarlyEvents(root, document.getElementById("content"));
      return page;
    });
  const early = globalThis.conquestEarlyActs;
  const press = () => early.clicked.push(screen.getByRole("button"));
  return { comes, hydrate, press, early, fails: () => act(() => come(new PartFailure("contract", "another"))) };
}

afterEach(() => {
  document.body.innerHTML = "";
  globalThis.conquestEarlyActs = undefined;
});

it.each(["before", "after"])(
  "goes on from what was drawn when its code comes %s the frame is React's, and does once what was done early",
  async (when) => {
    const { comes, hydrate, press, early } = await aStandingPage();
    const drawn = screen.getByRole("button");
    screen.getByRole<HTMLInputElement>("textbox").value = "Rafi";
    press();
    if (when === "before") await comes();
    const page = await hydrate();
    if (when === "after") {
      expect(drawn).toHaveTextContent("Pressed 0 times");
      expect(early.place === screen.getByRole("main")).toBe(true);
      await comes();
    }
    expect(await screen.findByText("Pressed 1 times")).toBe(drawn);
    expect(screen.getByRole("form")).toHaveAccessibleName("A page");
    expect(screen.getByRole("textbox")).toHaveValue("Rafi");
    expect(early.place).toBeNull();
    fireEvent.click(drawn);
    expect(drawn).toHaveTextContent("Pressed 2 times");
    act(() => page.unmount());
  },
);

it("is drawn anew by another release, where what was done early is done again", async () => {
  const { comes, hydrate, press } = await aStandingPage("2");
  const drawn = screen.getByRole("button");
  press();
  const page = await hydrate();
  await comes();
  expect(await screen.findByText("Pressed 1 times")).not.toBe(drawn);
  act(() => page.unmount());
});

it("says that it does not work when its code does not come, and keeps nothing back", async () => {
  const { fails, hydrate, press, early } = await aStandingPage();
  const page = await hydrate();
  press();
  await fails();
  expect(await screen.findByRole("alert")).toHaveTextContent("You can read this page");
  expect(screen.getByText("Pressed 0 times")).toBeVisible();
  expect([early.place, early.clicked]).toEqual([null, []]);
  act(() => page.unmount());
});

it("lets go of what is done there when somebody walks on first", async () => {
  const { hydrate, press, early } = await aStandingPage();
  const page = await hydrate();
  press();
  act(() => page.unmount());
  expect([early.place, early.clicked]).toEqual([null, []]);
});
