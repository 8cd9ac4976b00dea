import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Build } from "@conquest/server/src/releases/store/release-store";
import { CONTRACT_VERSION, containerName, remoteJson } from "@conquest/shared/contracts/parts/remote";
import type { FrontedSite } from "../variants/open-site";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const nameOf = (number: number) =>
  `mf-x-${LETTERS[Math.floor(number / LETTERS.length)]}${LETTERS[number % LETTERS.length]}`;

const file = (name: string, content: string) => ({ path: name, content: Buffer.from(content) });

/** Builds a minimal remote: three pages with different access, a menu entry, and files that are never loaded. */
function smallRemote(number: number): Build {
  const part = nameOf(number);
  const title = `Part ${part.slice("mf-x-".length).toUpperCase()}`;
  const remote = remoteJson.parse({
    name: part,
    contract: `^${CONTRACT_VERSION}`,
    routes: [
      { path: `/${part}`, title, description: `The pages of ${part}.`, access: "everyone", layout: "site" },
      { path: `/${part}/:id`, title: `${title}, one`, access: "everyone", layout: "site" },
      { path: `/dashboard/${part}`, title: `${title}, own`, access: ["admin"], layout: "dashboard" },
    ],
    menu: [{ to: `/dashboard/${part}`, label: title, icon: "flag", order: 600 + number, roles: ["admin"] }],
  });
  const manifest = {
    id: containerName(part),
    name: containerName(part),
    metaData: {
      name: containerName(part),
      type: "app",
      remoteEntry: { name: "remoteEntry.js", path: "", type: "global" },
    },
    shared: [{ name: "react", requiredVersion: "^19.0.0" }],
    exposes: [
      {
        path: "./routes",
        assets: { js: { sync: ["routes.js"], async: [] }, css: { sync: ["routes.css"], async: [] } },
      },
    ],
  };
  return {
    part,
    remote,
    files: [
      file("mf-manifest.json", JSON.stringify(manifest)),
      file("remoteEntry.js", `var ${containerName(part)};${containerName(part)}={};`),
      file(
        "pages.json",
        JSON.stringify(
          Object.fromEntries(
            remote.routes.map(({ path: address }) => [address, { scripts: ["routes.js"], styles: ["routes.css"] }]),
          ),
        ),
      ),
      file("routes.js", `"${part}";`),
      file("routes.css", `@layer remotes.x${part.slice(-2)}{.x${part.slice(-2)}-page{color:inherit}}`),
    ],
  };
}

export async function releaseManyRemotes({ port, child }: FrontedSite, count: number): Promise<void> {
  const token = (await readFile(path.join(child.dataFolder, "deploy-token"), "utf8")).trim();
  for (let number = 0; number < count; number += 1) {
    const { part, remote, files } = smallRemote(number);
    const response = await fetch(`http://127.0.0.1:${port}/mf/releases`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        part,
        remote,
        who: "bench",
        files: files.map(({ path: name, content }) => ({ path: name, base64: content.toString("base64") })),
      }),
    });
    if (!response.ok) throw new Error(`${part} was not released: ${await response.text()}`);
  }
}
