import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { SavingState, useAutosave } from "./use-autosave";

function Choice({ save }: { save: (value: number) => Promise<unknown> }) {
  const { value, choose, saving, retry } = useAutosave<number>(0, save);
  return (
    <>
      <p>Chosen {value}</p>
      {[1, 2, 3].map((each) => (
        <button key={each} onClick={() => choose(each)}>
          {each}
        </button>
      ))}
      <SavingState saving={saving} onRetry={retry} />
    </>
  );
}

/** Returns a save function whose requests end on demand. */
function controlledSave() {
  const sent: number[] = [];
  const ends: (() => void)[] = [];
  const save = (value: number) => {
    sent.push(value);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  return { sent, save, end: () => act(async () => ends.shift()!()) };
}

it("saves a choice and shows the progress", async () => {
  const { sent, save, end } = controlledSave();
  render(<Choice save={save} />);
  expect(screen.getByRole("status")).toHaveTextContent("");
  await userEvent.click(screen.getByRole("button", { name: "2" }));
  expect(screen.getByText("Chosen 2")).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("Saving…");
  await end();
  expect(screen.getByRole("status")).toHaveTextContent("Saved");
  expect(sent).toEqual([2]);
});

it("saves only the last of several choices made during a request", async () => {
  const { sent, save, end } = controlledSave();
  render(<Choice save={save} />);
  for (const name of ["1", "2", "3"]) await userEvent.click(screen.getByRole("button", { name }));
  expect(sent).toEqual([1]);
  await end();
  expect(sent).toEqual([1, 3]);
  expect(screen.getByRole("status")).toHaveTextContent("Saving…");
  await end();
  expect(sent).toEqual([1, 3]);
  expect(screen.getByRole("status")).toHaveTextContent("Saved");
});

it("shows the stored value and the error on failure, and retries", async () => {
  const save = jest
    .fn<Promise<unknown>, [number]>()
    .mockResolvedValueOnce(undefined)
    .mockRejectedValueOnce(new Error("The winner was chosen."));
  render(<Choice save={save} />);
  await userEvent.click(screen.getByRole("button", { name: "2" }));
  expect(await screen.findByText("Saved")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "3" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("The winner was chosen.");
  expect(screen.getByText("Chosen 2")).toBeVisible();
  save.mockResolvedValueOnce(undefined);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Saved")).toBeVisible();
  expect(screen.getByText("Chosen 3")).toBeVisible();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(save.mock.calls).toEqual([[2], [3], [3]]);
});
