import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

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

it("accepts the shell before any part with pages exists", async () => {
  const site = await anEmptySite();
  process.env["SITE_URL"] = site.url;
  const { testReleasePages } = await import("./open-release");
  const lines: string[] = [];
  expect(await testReleasePages({ part: "shell", files: [] } as never, (line) => lines.push(line))).toEqual([]);
  expect(lines).toEqual(["The site has no parts yet, so there is no page to open."]);
  expect(site.asked).toEqual(["/mf/registry.json"]);
  site.close();
});
