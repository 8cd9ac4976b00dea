import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A site to which nothing was released yet, or whose parts were but for the shell. */
async function anEmptySite() {
  const asked: string[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url!);
    response.setHeader("content-type", "application/json").end(JSON.stringify({ revision: 0, remotes: {} }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

it("lets the shell in before there is any part, whose pages could be opened", async () => {
  const site = await anEmptySite();
  process.env["SITE_URL"] = site.url;
  const { openRelease } = await import("./open-release");
  const said: string[] = [];
  expect(await openRelease({ part: "shell", files: [] } as never, (line) => said.push(line))).toEqual([]);
  expect(said).toEqual(["The site has no part yet, and so no page to open."]);
  expect(site.asked).toEqual(["/mf/registry.json"]);
  site.close();
});
