import { init } from "@module-federation/enhanced/runtime";
import { act, screen } from "@testing-library/react";

/** How often somebody tried to make code of text, which the content security policy refuses and reports. */
let probes = 0;

beforeAll(() => {
  // As the build does before the first module runs.
  init({ name: "shell", remotes: [] });
  globalThis.Function = new Proxy(Function, {
    construct(target, parts: string[], newTarget: typeof Function) {
      probes += 1;
      return Reflect.construct(target, parts, newTarget) as object;
    },
  });
});

it("shows the error screen where the page came without settings that can be read, and makes no code of text on the way", async () => {
  document.body.innerHTML =
    '<div id="root"></div><script type="application/json" id="conquest-config">{"apiBase":</script>';
  await act(async () => void (await import("./main")));
  expect(await screen.findByRole("heading", { name: "Something went wrong" })).toBeVisible();
  expect(screen.getByText(/An error on our side stopped this page/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
  expect(forgiveConsole()).toEqual([expect.stringMatching(/^\[conquest\] shell failed/)]);
  expect(probes).toBe(0);
});
