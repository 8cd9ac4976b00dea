import Fastify from "fastify";
import { startScheduler } from "./scheduler";

it("waits for running jobs before closing, even if they fail", async () => {
  const app = Fastify();
  const events: string[] = [];
  let end = (): void => undefined;
  const working = new Promise<void>((resolve) => (end = resolve));
  startScheduler(
    app,
    { jobEnded: (name, isDone) => events.push(`${name}: ${isDone}`) },
    { work: () => working, break: () => working.then(() => Promise.reject(new Error("It broke."))) },
  );
  await app.listen({ port: 0, host: "127.0.0.1" });

  const closing = app.close().then(() => events.push("closed"));
  // The port is closed first: anything that does not wait for the jobs has closed by then.
  while (app.server.listening) await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(events).toEqual([]);

  end();
  await closing;
  expect(events).toEqual(["work: true", "break: false", "closed"]);
});
