import { init } from "@module-federation/enhanced/runtime";
import { act, screen } from "@testing-library/react";

let functionCalls = 0;

beforeAll(() => {
  // The build does this before the first module runs.
  init({ name: "shell", remotes: [] });
  globalThis.Function = new Proxy(Function, {
    construct(target, parts: string[], newTarget: typeof Function) {
      functionCalls += 1;
      return Reflect.construct(target, parts, newTarget) as object;
    },
  });
});

it("shows the error screen for unreadable settings without evaluating code", async () => {
  document.body.innerHTML =
    '<div id="root"></div><script type="application/json" id="conquest-config">{"apiBase":</script>';
  await act(async () => void (await import("./main")));
  expect(await screen.findByRole("heading", { name: "Something went wrong" })).toBeVisible();
  expect(screen.getByText(/An error on our side stopped this page/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
  expect(forgiveConsole()).toEqual([expect.stringMatching(/^\[conquest\] shell failed/)]);
  expect(functionCalls).toBe(0);
});
