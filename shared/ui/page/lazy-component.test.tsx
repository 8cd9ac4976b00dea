import { act, render, screen } from "@testing-library/react";
import { startTransition, Suspense, useEffect, useState } from "react";
import { lazyComponent } from "./lazy-component";

const begun = jest.fn();
beforeEach(() => begun.mockClear());
function Greeting({ name }: { name: string }) {
  useEffect(() => begun(), []);
  return <p>Hello {name}</p>;
}

it("waits for code that is on its way, and goes on when its parent draws again", async () => {
  let come: (module: { default: typeof Greeting }) => void = () => undefined;
  const Late = lazyComponent(() => new Promise<{ default: typeof Greeting }>((resolve) => (come = resolve)));
  const page = (name: string) => (
    <Suspense fallback="Waiting">
      <Late name={name} />
    </Suspense>
  );
  const { rerender } = await act(async () => render(page("Asha")));
  expect(screen.getByText("Waiting")).toBeVisible();
  // React complains on the console about a component that waits once and then never again.
  await act(async () => come({ default: Greeting }));
  expect(screen.getByText("Hello Asha")).toBeVisible();
  rerender(page("Bina"));
  expect(screen.getByText("Hello Bina")).toBeVisible();
});

it("draws what is loaded at once", async () => {
  const Loaded = lazyComponent(() => Promise.resolve({ default: Greeting }));
  await Loaded.load();
  render(
    <Suspense fallback="Waiting">
      <Loaded name="Asha" />
    </Suspense>,
  );
  expect(screen.getByText("Hello Asha")).toBeVisible();
});

it("begins once, also when its code came while React was drawing", async () => {
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
  expect(begun).toHaveBeenCalledTimes(1);
});
