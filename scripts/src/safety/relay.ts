import { connect, createServer, type Socket } from "node:net";

export interface Relay {
  port: number;
  /** While cut, nothing is forwarded and nothing is closed, as if packets were lost. */
  setCut(isCut: boolean): void;
  close(): void;
}

/** Forwards connections to a port on this machine. */
export async function startRelay(target: () => number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let onHealed: (() => void)[] = [];

  function forward(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on("data", (data) => {
      if (to.write(data)) return;
      from.pause();
      to.once("drain", () => {
        if (!isCut) from.resume();
      });
    });
    from.once("close", () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on("error", () => undefined);
    if (isCut) from.pause();
  }

  const server = createServer({ pauseOnConnect: true }, (incoming) => {
    const open = () => {
      const outgoing = connect({ port: target(), host: "127.0.0.1" });
      forward(incoming, outgoing);
      forward(outgoing, incoming);
      if (!isCut) incoming.resume();
    };
    if (!isCut) return open();
    incoming.on("error", () => undefined);
    onHealed.push(open);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    setCut(cut) {
      isCut = cut;
      if (cut) for (const socket of sockets) socket.pause();
      else {
        for (const socket of sockets) socket.resume();
        for (const open of onHealed) open();
        onHealed = [];
      }
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
