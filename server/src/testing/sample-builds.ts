import { CONTRACT_VERSION, type RemoteJson } from "@conquest/shared/contracts/parts/remote";
import type { Build } from "../releases/store/release-store";

const TEMPLATE = `<!doctype html>
<html lang="en"><head><title>Shell</title>
<script>early()</script><link rel="stylesheet" href="main.css"><link rel="icon" href="/media/brand/favicon.svg">
<script defer src="./main.js"></script></head><body><div id="root"></div></body></html>`;

const file = (path: string, content: string) => ({ path, content: Buffer.from(content) });

export const SHELL_DRAWING = `
  exports.provided = { react: { name: "the shell's react" } };
  exports.drawPage = async (order, part, ask) => ({
    markup: part ? await part.default(order, ask) : "<p>the frame</p>", links: [], answers: { queries: [] }, usesClock: order.address.includes("clock") });`;

const ssrFiles = (code: string | undefined) => (code === undefined ? [] : [file("draw/part.js", code)]);

const REACT = "19.3.1";
const SHELL_JSON = JSON.stringify({ contract: CONTRACT_VERSION, shared: { react: REACT, "react/": REACT } });

const messagesFile = (name: string, catalog: Record<string, string>) =>
  file(`messages/${name}.bn.js`, `(self.conquestMessages??=[]).push(${JSON.stringify(catalog)})\n`);

/** Adds translations to the shell, or to the page of a remote. */
export function withMessages(build: Build, catalog: Record<string, string>, page = "main"): Build {
  const name = build.remote ? "pages.json" : "chunks.json";
  const listed = build.files.find(({ path }) => path === name)?.content.toString() ?? "{}";
  const pages = JSON.parse(listed) as Record<string, object>;
  const messages = messagesFile(page.replace("/", "page"), catalog);
  pages[page] = { scripts: [], styles: [], messages: { bn: messages.path } };
  return {
    ...build,
    files: [...build.files.filter(({ path }) => path !== name), file(name, JSON.stringify(pages)), messages],
  };
}

/** A shell build. `text` changes its version; `ssrCode` is its SSR bundle. */
export const aShellBuild = (text = "", ssrCode?: string): Build => ({
  part: "shell",
  remote: null,
  files: [
    file("index.html", TEMPLATE),
    file("main.css", `body{background:url(a.png),url("data:image/png,a")}`),
    file("main.js", `start("${text}");`),
    file("shell.json", SHELL_JSON),
    ...ssrFiles(ssrCode),
  ],
});

const head = { from: "contest", param: "id" } as const;

interface RemoteDraft extends Partial<RemoteJson> {
  text?: string;
  ssrCode?: string;
}

export function aRemoteBuild({ text = "", ssrCode, ...draft }: RemoteDraft = {}): Build {
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
  // For example, pu for mf-public.
  const prefix = remote.name.slice(3, 5);
  const manifest = {
    name: remote.name.replaceAll("-", "_"),
    metaData: { remoteEntry: { name: "remoteEntry.js", path: "" } },
    shared: [
      {
        name: "react",
        requiredVersion: `^${REACT}`,
        assets: { js: { sync: [], async: [] }, css: { sync: [], async: [] } },
      },
    ],
    exposes: [
      {
        path: "./routes",
        assets: { js: { sync: ["routes.js"], async: ["later.js"] }, css: { sync: ["routes.css"], async: [] } },
      },
    ],
  };
  return {
    part: remote.name,
    remote,
    files: [
      file("mf-manifest.json", JSON.stringify(manifest)),
      file(
        "pages.json",
        JSON.stringify(Object.fromEntries(remote.routes.map(({ path }) => [path, { scripts: [], styles: [] }]))),
      ),
      file("remoteEntry.js", `var ${manifest.name};${manifest.name}=container("${text}");`),
      file("routes.js", `draw();${" ".repeat(2000)}`),
      file("routes.css", `@layer remotes.${prefix}{.${prefix}-a{color:red}}`),
      file("later.js", "later();"),
      ...ssrFiles(ssrCode),
    ],
  };
}
