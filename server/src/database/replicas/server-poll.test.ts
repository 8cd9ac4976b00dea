import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { openPoll, REPLICA_REPORT } from "./server-poll";

it("closes at once although the server is silent, and connects no more", async () => {
  let connections = 0;
  const silent = createServer((socket) => {
    connections += 1;
    socket.resume();
  });
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const poll = openPoll(`postgres://reader@127.0.0.1:${port}/site`, REPLICA_REPORT);
  const report = expect(poll.ask()).rejects.toThrow();
  await once(silent, "connection");
  const from = performance.now();
  poll.close();
  await report;
  expect(performance.now() - from).toBeLessThan(500);
  await expect(poll.ask()).rejects.toThrow("closed");
  expect(connections).toBe(1);
  await new Promise((resolve) => silent.close(resolve));
});
