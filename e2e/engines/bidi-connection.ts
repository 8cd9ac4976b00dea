interface Reply {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: string;
  message?: string;
}

export interface BidiConnection {
  send<T>(method: string, params: object): Promise<T>;
  on<T>(event: string, act: (params: T) => void): void;
  close(): void;
}

/** Connects to a browser by WebDriver BiDi. Calls reject when the browser exits. */
export async function connectBidi(address: string): Promise<BidiConnection> {
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error(`There is no connection to ${address}.`));
  });
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  const listeners = new Map<string, (params: never) => void>();
  let lastId = 0;

  socket.onmessage = ({ data }) => {
    const { id, method, params, result, error, message } = JSON.parse(String(data)) as Reply;
    if (method !== undefined) listeners.get(method)?.(params as never);
    const call = id === undefined ? undefined : waiting.get(id);
    if (!call) return;
    waiting.delete(id!);
    if (error === undefined) call.resolve(result);
    else call.reject(new Error(`${error}: ${message}`));
  };
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error("The browser has exited."));
    waiting.clear();
  };

  return {
    send: <T>(method: string, params: object) =>
      new Promise<T>((resolve, reject) => {
        if (socket.readyState !== WebSocket.OPEN) return reject(new Error("The browser has exited."));
        lastId += 1;
        waiting.set(lastId, { resolve: resolve as (result: unknown) => void, reject });
        socket.send(JSON.stringify({ id: lastId, method, params }));
      }),
    on: (event, act) => void listeners.set(event, act),
    close: () => socket.close(),
  };
}
