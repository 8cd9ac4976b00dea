import { act, render, screen } from "@testing-library/react";
import { LazySection } from "./lazy-section";

const place = (load: () => Promise<void>) =>
  render(
    <LazySection code={{ load }} failed="The questions could not be loaded." skeleton={<p>Waiting</p>}>
      <p>Questions</p>
    </LazySection>,
  );

it("retries when the connection is back", async () => {
  let isOnline = false;
  const load = jest.fn(() => (isOnline ? Promise.resolve() : Promise.reject(new Error("Failed to fetch"))));
  place(load);
  expect(await screen.findByText("The questions could not be loaded.")).toBeVisible();
  isOnline = true;
  act(() => void dispatchEvent(new Event("online")));
  expect(await screen.findByText("Questions")).toBeVisible();
  act(() => void dispatchEvent(new Event("online")));
  expect(load).toHaveBeenCalledTimes(2);
});
