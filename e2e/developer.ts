import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import {
  DEVELOPER_COOKIE,
  serializeSwitches,
  type DeveloperSwitches,
} from "@conquest/shared/contracts/parts/developer";
import { changedBuild, type Change } from "./releases";

/** Switches parts like the developer panel does. An open page applies it when it next loads a part. */
export const switchParts = (page: Page, switches: DeveloperSwitches, url: string) =>
  page.context().addCookies([{ name: DEVELOPER_COOKIE, value: serializeSwitches(switches), url }]);

const TYPES: Record<string, string> = { js: "text/javascript", css: "text/css", json: "application/json" };

export interface DevServer {
  origin: string;
  close: () => Promise<unknown>;
}

/** Serves a {@link changedBuild} like `npm run dev -w <part> -- --env site` does. */
export async function serveLocally(part: string, change: Change): Promise<DevServer> {
  const { remote, files } = await changedBuild(part, change);
  const contents = new Map(files.map(({ path, content }) => [`/${path}`, content]));
  contents.set("/remote.json", Buffer.from(JSON.stringify(remote)));
  const server = createServer(({ url = "" }, response) => {
    const path = url.split("?")[0]!;
    const file = contents.get(path);
    response
      .writeHead(file ? 200 : 404, {
        "content-type": TYPES[path.split(".").at(-1)!] ?? "application/octet-stream",
        "access-control-allow-origin": "*",
      })
      .end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, close };
}
