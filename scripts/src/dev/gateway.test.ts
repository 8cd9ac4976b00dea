import { request, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { freePort } from "../process/ports";
import { createBoard } from "./board";
import { createGateway, type GatewayOptions } from "./gateway";
import { listenOnLocalhost } from "./ports";

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map(
      (server) =>
        new Promise((resolve) => {
          server.closeAllConnections();
          server.close(resolve);
        }),
    ),
  );
});

async function serve(handle: RequestListener, port?: number): Promise<number> {
  const at = port ?? (await freePort());
  servers.push(...(await listenOnLocalhost(handle, at)));
  return at;
}

const read = async (incoming: IncomingMessage) => {
  let text = "";
  for await (const piece of incoming) text += String(piece);
  return text;
};

/**
 * Creates a gateway with a server, a shell and a remote with the pages / and /about; `options` override the defaults.
 */
async function aGateway(options: Partial<GatewayOptions> = {}) {
  const board = createBoard();
  board.set("server", { phase: "ready" });
  board.set("shell", { phase: "ready", address: "x", hash: "1" });
  board.set("mf-public", { phase: "ready", address: "x", hash: "1", paths: ["/", "/about"], hasLastBuild: true });
  const wanted: string[] = [];
  const port = await serve(
    createGateway({
      board,
      serverPort: options.serverPort ?? (await freePort()),
      portOf: () => undefined,
      entryFileOf: () => null,
      onWanted: (path) => wanted.push(path),
      patience: { server: 3_000, part: 1_000 },
      ...options,
    }),
  );
  const at = `http://localhost:${port}`;
  const page = (path: string) => fetch(at + path, { headers: { accept: "text/html" } });
  return { board, wanted, at, port, page };
}

const aPage: RequestListener = (_, response) =>
  response
    .writeHead(200, { "content-type": "text/html; charset=utf-8" })
    .end("<html><head><title>Page</title></head></html>");

describe("pages", () => {
  it("load the dev client before all other scripts", async () => {
    const { page } = await aGateway({ serverPort: await serve(aPage) });
    const answer = await page("/about");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(
      /^<html><head><script src="\/@dev\/refresh.js"><\/script><script type="module" src="\/@dev\/client.js" data-away=""><\/script><title>/,
    );
  });

  it("that run no scripts get no dev client", async () => {
    const { page } = await aGateway({ serverPort: await serve(aPage) });
    for (const path of ["/embed/contest/1", "/mailbox"])
      expect(await (await page(path)).text()).toBe("<html><head><title>Page</title></head></html>");
  });

  it("get the names of parts without a dev server", async () => {
    const { page, board } = await aGateway({ serverPort: await serve(aPage) });
    board.set("mf-public", { phase: "away" });
    expect(await (await page("/about")).text()).toContain('data-away="mf-public"');
  });

  it("show the board until they are ready", async () => {
    const { page, board, wanted } = await aGateway({ serverPort: await serve(aPage) });
    board.set("mf-public", { phase: "starting", hash: null });
    const early = await page("/about?x=1");
    expect(early.status).toBe(503);
    expect(await early.text()).toContain("Conquest is starting");
    expect(wanted).toEqual(["/about"]);
    expect((await page("/of-nobody")).status).toBe(200);
    board.set("mf-public", { phase: "ready", hash: "1" });
    expect((await page("/about")).status).toBe(200);
  });

  it("wait while the server restarts", async () => {
    const { page, board } = await aGateway({
      serverPort: await serve(aPage),
      onWanted: () => setImmediate(() => board.set("server", { phase: "ready" })),
    });
    board.set("server", { phase: "away" });
    expect((await page("/about")).status).toBe(200);
  });
});

describe("API requests", () => {
  it("keep their body while the server restarts", async () => {
    const serverPort = await freePort();
    const { at } = await aGateway({ serverPort });
    const answer = fetch(`${at}/api/contests?page=2`, { method: "POST", body: "a draft" });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await serve(
      async (incoming, response) => response.end(`${incoming.method} ${incoming.url} ${await read(incoming)}`),
      serverPort,
    );
    expect(await (await answer).text()).toBe("POST /api/contests?page=2 a draft");
  });

  it("return 503 after the timeout", async () => {
    const { at } = await aGateway({ patience: { server: 100, part: 100 } });
    const answer = await fetch(`${at}/api/contests`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ error: { code: "not_ready", message: "The server is not responding." } });
  });

  it("are retried if they only read and the server ends early", async () => {
    let asked = 0;
    const serverPort = await serve((incoming, response) => {
      asked += 1;
      if (asked === 1) incoming.socket.destroy();
      else response.end("here");
    });
    const { at } = await aGateway({ serverPort });
    expect(await (await fetch(`${at}/api/contests`)).text()).toBe("here");
  });

  it("are not retried if they write", async () => {
    let asked = 0;
    const serverPort = await serve((incoming) => {
      asked += 1;
      incoming.socket.destroy();
    });
    const { at } = await aGateway({ serverPort });
    expect((await fetch(`${at}/api/contests`, { method: "PUT", body: "x" })).status).toBe(502);
    expect(asked).toBe(1);
  });
});

describe("files of a part", () => {
  it("come from its dev server with the path rewritten", async () => {
    const part = await serve((incoming, response) => response.end(incoming.url));
    const { at } = await aGateway({
      portOf: (name) => (name === "mf-public" || name === "shell" ? part : undefined),
      serverPort: await serve((_, response) => response.end("server")),
    });
    expect(await (await fetch(`${at}/mf/mf-public/dev/page-home.js?x`)).text()).toBe("/page-home.js?x");
    expect(await (await fetch(`${at}/@dev/shell/main.js`)).text()).toBe("/main.js");
    expect(await (await fetch(`${at}/mf/mf-other/dev/remoteEntry.js`)).text()).toBe("server");
    expect(await (await fetch(`${at}/mf/mf-public/3f9a/remoteEntry.js`)).text()).toBe("server");
  });

  it("wait for a restarting dev server or return 503", async () => {
    const port = await freePort();
    const { at } = await aGateway({ portOf: () => port, patience: { server: 100, part: 150 } });
    expect((await fetch(`${at}/mf/mf-public/dev/page-home.js`)).status).toBe(503);
    const answer = fetch(`${at}/mf/mf-public/dev/page-home.js`);
    await serve((_, response) => response.end("here"), port);
    expect(await (await answer).text()).toBe("here");
  });

  it("are announced to the server only while served", async () => {
    const { at, board } = await aGateway({
      entryFileOf: (part) => (part === "mf-public" ? '{"name":"mf_public"}' : null),
    });
    const ask = () => fetch(`${at}/@dev/parts/mf-public/mf-manifest.json`);
    expect(await (await ask()).json()).toEqual({ name: "mf_public" });
    board.set("mf-public", { phase: "compiling" });
    expect((await ask()).status).toBe(200);
    board.set("mf-public", { phase: "away" });
    expect((await ask()).status).toBe(404);
  });
});

it("streams every change", async () => {
  const { at, board } = await aGateway();
  const answer = await fetch(`${at}/@dev/events?path=/about`);
  const reader = answer.body!.getReader();
  const next = async () =>
    JSON.parse(new TextDecoder().decode((await reader.read()).value).slice("data: ".length)) as {
      isReady: boolean;
      problems: object[];
    };
  expect(await next()).toMatchObject({ isReady: true, problems: [] });
  board.setProblems("types", [{ file: "a.ts", line: 1, column: 2, message: "TS1: no" }]);
  expect(await next()).toMatchObject({
    problems: [{ from: "types", file: "a.ts", line: 1, column: 2, message: "TS1: no" }],
  });
  await reader.cancel();
});

it("rejects other host names", async () => {
  const { port } = await aGateway({ serverPort: await serve(aPage) });
  const status = await new Promise((resolve) =>
    request({ port, host: "127.0.0.1", headers: { host: "evil.example" } }, ({ statusCode }) =>
      resolve(statusCode),
    ).end(),
  );
  expect(status).toBe(403);
});

it("serves the refresh runtime but no other files", async () => {
  const { at } = await aGateway();
  expect(await (await fetch(`${at}/@dev/refresh.js`)).text()).toContain("exports.performReactRefresh =");
  expect((await fetch(`${at}/@dev/..%2fgateway.ts`)).status).toBe(404);
  expect((await fetch(`${at}/@dev/none.js`)).status).toBe(404);
});
