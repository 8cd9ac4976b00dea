import type { RemoteJson } from "@conquest/shared/contracts/remote";
import type { Build } from "../releases/release-store";

const TEMPLATE = `<!doctype html>
<html lang="en"><head><title>Shell</title>
<script src="early.js"></script><link rel="stylesheet" href="main.css"><link rel="icon" href="/media/brand/favicon.svg">
<script defer src="./main.js"></script></head><body><div id="root"></div></body></html>`;

const file = (path: string, content: string) => ({ path, content: Buffer.from(content) });

/** A shell as its build leaves it. `text` makes it another version. */
export const aShellBuild = (text = ""): Build => ({
  part: "shell",
  remote: null,
  files: [file("index.html", TEMPLATE), file("early.js", "early();"), file("main.css", "body{}"), file("main.js", `start("${text}");`)],
});

const head = { from: "contest", param: "id" } as const;

interface RemoteDraft extends Partial<RemoteJson> {
  /** Makes it another version. */
  text?: string;
}

/** A remote as its build leaves it: an entry, the routes module with its css, and a chunk that is loaded later. */
export function aRemoteBuild({ text = "", ...draft }: RemoteDraft = {}): Build {
  const remote: RemoteJson = {
    name: "mf-public",
    contract: "^1.0.0",
    routes: [
      { path: "/", title: "Home", description: "The first page.", access: "everyone", layout: "site", data: [] },
      { path: "/contest-details/:id", title: "Contest", access: "everyone", layout: "site", data: [], head },
      { path: "/contest-details/:id/payment", title: "Payment", access: "signed-in", layout: "site", data: [], head },
    ],
    menu: [],
    ...draft,
  };
  const manifest = {
    name: remote.name.replaceAll("-", "_"),
    metaData: { remoteEntry: { name: "remoteEntry.js", path: "" } },
    exposes: [{ path: "./routes", assets: { js: { sync: ["routes.js"], async: ["later.js"] }, css: { sync: ["routes.css"], async: [] } } }],
  };
  return {
    part: remote.name,
    remote,
    files: [
      file("mf-manifest.json", JSON.stringify(manifest)),
      file("remoteEntry.js", `register("${text}");`),
      file("routes.js", `draw();${" ".repeat(2000)}`),
      file("routes.css", ".pu-a{}"),
      file("later.js", "later();"),
    ],
  };
}
