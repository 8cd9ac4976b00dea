import { act, render, screen } from "@testing-library/react";
import { startTransition, Suspense, useEffect, useState } from "react";
import { lazyComponent } from "./lazy-component";

const mounted = jest.fn();
beforeEach(() => mounted.mockClear());
function Greeting({ name }: { name: string }) {
  useEffect(() => mounted(), []);
  return <p>Hello {name}</p>;
}

it("suspends while loading, and continues when its parent re-renders", async () => {
  let resolveImport: (module: { default: typeof Greeting }) => void = () => undefined;
  const Late = lazyComponent(() => new Promise<{ default: typeof Greeting }>((resolve) => (resolveImport = resolve)));
  const page = (name: string) => (
    <Suspense fallback="Waiting">
      <Late name={name} />
    </Suspense>
  );
  const { rerender } = await act(async () => render(page("Asha")));
  expect(screen.getByText("Waiting")).toBeVisible();
  // React logs an error if a component suspends once and then never again.
  await act(async () => resolveImport({ default: Greeting }));
  expect(screen.getByText("Hello Asha")).toBeVisible();
  rerender(page("Bina"));
  expect(screen.getByText("Hello Bina")).toBeVisible();
});

it("renders a loaded component synchronously", async () => {
  const Loaded = lazyComponent(() => Promise.resolve({ default: Greeting }));
  await Loaded.load();
  render(
    <Suspense fallback="Waiting">
      <Loaded name="Asha" />
    </Suspense>,
  );
  expect(screen.getByText("Hello Asha")).toBeVisible();
});

it("mounts once, even if its code loads during a render", async () => {
  const Late = lazyComponent(async () => ({ default: Greeting }));
  function Page() {
    const [name, setName] = useState("");
    return (
      <Suspense fallback="Waiting">
        <button onClick={() => startTransition(() => setName(name ? "Bina" : "Asha"))}>Greet</button>
        {name && <Late name={name} />}
      </Suspense>
    );
  }
  render(<Page />);
  for (const name of ["Asha", "Bina"]) {
    await act(async () => screen.getByRole("button").click());
    expect(await screen.findByText(`Hello ${name}`)).toBeVisible();
  }
  expect(mounted).toHaveBeenCalledTimes(1);
});
