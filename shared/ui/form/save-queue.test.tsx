import { createSaveQueue, failureMessage, flushOnHide, statusOf } from "./save-queue";

const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

/** Requests end on demand. */
function controlledSave() {
  const sent: string[] = [];
  const requests: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  const save = (value: string) => {
    sent.push(value);
    return new Promise<void>((resolve, reject) => requests.push({ resolve, reject }));
  };
  return {
    sent,
    save,
    succeed: () => (requests.shift()!.resolve(), settle()),
    fail: (error: unknown = new Error("No connection.")) => (requests.shift()!.reject(error), settle()),
  };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it("sends one request at a time, with the latest value", async () => {
  const { sent, save, succeed } = controlledSave();
  const queue = createSaveQueue({ save });
  expect(statusOf(queue.state())).toBe("still");
  for (const value of ["a", "b", "c"]) queue.put(value);
  expect(sent).toEqual(["a"]);
  await succeed();
  expect(sent).toEqual(["a", "c"]);
  expect(queue.state()).toMatchObject({ latest: "c", stored: "a" });
  expect(statusOf(queue.state())).toBe("saving");
  await succeed();
  expect(sent).toEqual(["a", "c"]);
  expect(statusOf(queue.state())).toBe("saved");
});

it("saves a value that is put as soon as the previous one is saved", async () => {
  const { sent, save, succeed } = controlledSave();
  const queue = createSaveQueue({ save });
  queue.put("a");
  const unsubscribe = queue.subscribe(() => {
    if (statusOf(queue.state()) !== "saved") return;
    unsubscribe();
    queue.put("b");
  });
  await succeed();
  expect(sent).toEqual(["a", "b"]);
});

it("saves after a pause, and not what was saved already", () => {
  const { sent, save } = controlledSave();
  const queue = createSaveQueue({ save, initial: "a", isEqual: Object.is });
  queue.put("b", 1000);
  queue.put("a", 1000);
  jest.advanceTimersByTime(5000);
  expect(sent).toEqual([]);
  queue.put("b", 1000);
  jest.advanceTimersByTime(900);
  queue.put("c", 1000);
  jest.advanceTimersByTime(900);
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(100);
  expect(sent).toEqual(["c"]);
});

it("retries the latest value after doubling pauses, up to four times the first", async () => {
  const { sent, save, succeed, fail } = controlledSave();
  const queue = createSaveQueue({ save, retryDelayMs: () => 1000 });
  queue.put("a");
  queue.put("b");
  for (const [attempt, pause] of [1000, 2000, 4000, 4000].entries()) {
    await fail();
    expect(statusOf(queue.state())).toBe("failed");
    jest.advanceTimersByTime(pause - 1);
    expect(sent).toHaveLength(attempt + 1);
    jest.advanceTimersByTime(1);
    expect(sent).toHaveLength(attempt + 2);
  }
  await succeed();
  expect(sent).toEqual(["a", "b", "b", "b", "b"]);
  expect(statusOf(queue.state())).toBe("saved");
  queue.put("c");
  await fail();
  jest.advanceTimersByTime(1000);
  expect(sent.at(-1)).toBe("c");
  expect(sent).toHaveLength(7);
});

it("waits for a new value or a flush after an error that needs an action", async () => {
  const { sent, save, fail, succeed } = controlledSave();
  const queue = createSaveQueue({ save, retryDelayMs: () => undefined });
  queue.put("a");
  await fail();
  jest.advanceTimersByTime(3_600_000);
  expect(sent).toEqual(["a"]);
  expect(failureMessage(queue.state())).toBe("No connection.");
  void queue.flush();
  await succeed();
  expect(sent).toEqual(["a", "a"]);
  expect(statusOf(queue.state())).toBe("saved");
});

it("finishes the current request on stop, and saves later values after resuming", async () => {
  const { sent, save, succeed } = controlledSave();
  const queue = createSaveQueue({ save });
  queue.put("a");
  queue.put("b");
  let isStopped = false;
  void queue.stop().then(() => (isStopped = true));
  await settle();
  expect(isStopped).toBe(false);
  await succeed();
  expect([isStopped, sent]).toEqual([true, ["a"]]);
  void queue.flush();
  expect(sent).toEqual(["a"]);
  queue.resume(1000);
  jest.advanceTimersByTime(1000);
  expect(sent).toEqual(["a", "b"]);
});

it.each([
  ["the page is hidden", () => document.dispatchEvent(new Event("visibilitychange"))],
  ["the connection is back", () => window.dispatchEvent(new Event("online"))],
])("saves at once if %s", (_, happen) => {
  const { sent, save } = controlledSave();
  const queue = createSaveQueue({ save });
  const stop = flushOnHide(queue);
  queue.put("a", 1000);
  happen();
  expect(sent).toEqual(["a"]);
  stop();
});

it("does not send a value again that was saved elsewhere, unless it was replaced there", () => {
  const { sent, save } = controlledSave();
  const queue = createSaveQueue({ save, initial: "a" });
  queue.put("b", 1000);
  queue.markSaved("c");
  jest.advanceTimersByTime(1000);
  expect([sent, queue.state().latest]).toEqual([[], "c"]);
  queue.markUnsaved();
  void queue.flush();
  expect(sent).toEqual(["c"]);
});
