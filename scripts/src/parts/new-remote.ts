import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { patternsOverlap } from "@conquest/shared/contracts/parts/match-route";
import { CONTRACT_VERSION, remoteJson, type RemoteJson } from "@conquest/shared/contracts/parts/remote";

export interface KnownPart {
  name: string;
  port: number;
  prefix: string | undefined;
  remote: Pick<RemoteJson, "routes" | "menu">;
}

export interface NewRemote {
  name: string;
  port: number;
  prefix: string;
  path: string;
  title: string;
}

const NO_PAGES = { routes: [], menu: [] };

interface PackageJson {
  name: string;
  config?: { port: number; prefix?: string };
}
const readJson = async (file: string) => JSON.parse(await readFile(file, "utf8")) as unknown;

export async function readKnownParts(root: string): Promise<KnownPart[]> {
  const folders = (await readdir(root)).filter((folder) => folder === "shell" || folder.startsWith("mf-"));
  return Promise.all(
    folders.map(async (name) => {
      const { config } = existsSync(path.join(root, name, "package.json"))
        ? ((await readJson(path.join(root, name, "package.json"))) as PackageJson)
        : {};
      const remoteFile = path.join(root, name, "remote.json");
      const remote = existsSync(remoteFile) ? remoteJson.parse(await readJson(remoteFile)) : NO_PAGES;
      return { name, port: config?.port ?? 0, prefix: config?.prefix, remote };
    }),
  );
}

const TAKEN_PREFIXES = ["cq", "sh", "tw"];
const FIRST_PORT = 3001;
/** Maximum length of a part name in a deploy token. */
const MAX_NAME_LENGTH = 64;

/** Derives the settings of a new remote; throws if it conflicts with existing parts. */
export function nextRemote(name: string, known: readonly KnownPart[]): NewRemote {
  if (!/^mf(?:-[a-z]+)+$/.test(name) || name.length > MAX_NAME_LENGTH)
    throw new Error(`A remote's name is mf- and lowercase words, like mf-teams; ${name} is not.`);
  if (known.some((part) => part.name === name))
    throw new Error(`The folder ${name} already exists. Choose another name.`);

  const words = name
    .split("-")
    .filter((word, index) => index > 0 && !(index === 1 && word === "dashboard" && name !== "mf-dashboard"));
  const title = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(" ");
  const address = `/dashboard/${words.join("_")}`;
  for (const { name: other, remote } of known) {
    const conflicting = remote.routes.find((route) => patternsOverlap(route.path, address));
    if (conflicting)
      throw new Error(
        `${name} would have its page at ${address}, where ${other} has ${conflicting.path}. Choose another name.`,
      );
    if (remote.menu.some(({ label }) => label.toLowerCase() === title.toLowerCase()))
      throw new Error(`${name} would have a menu entry "${title}", which ${other} has. Choose another name.`);
  }

  let port = FIRST_PORT;
  while (known.some((part) => part.port === port)) port += 1;
  return {
    name,
    port,
    prefix: prefixOf(name, [...TAKEN_PREFIXES, ...known.flatMap(({ prefix }) => prefix ?? [])]),
    path: address,
    title,
  };
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

function prefixOf(name: string, taken: readonly string[]): string {
  const words = name.split("-").slice(1);
  const letters = [...words.join("")];
  const wanted = [
    ...(words.length > 1 ? [words[0]![0]! + words[1]![0]!] : []),
    ...letters.slice(1).map((letter) => letters[0]! + letter),
    ...LETTERS.flatMap((first) => LETTERS.map((second) => first + second)),
  ];
  const free = wanted.find((prefix) => prefix.length === 2 && !taken.includes(prefix));
  if (!free) throw new Error("Every prefix of two characters is taken.");
  return free;
}

export async function writeRemote(root: string, remote: NewRemote): Promise<string[]> {
  const { dependencies } = (await readJson(path.join(root, "shared/package.json"))) as {
    dependencies: Record<string, string>;
  };
  const files = filesOf(remote, dependencies);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, remote.name, file)), { recursive: true });
    await writeFile(path.join(root, remote.name, file), text);
  }
  return Object.keys(files);
}

/** Sorted as by `npm run messages`. */
const catalog = (messages: Record<string, string>) =>
  json(Object.fromEntries(Object.entries(messages).sort(([one], [other]) => (one < other ? -1 : 1))));

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function filesOf(
  { name, port, prefix, path: address, title }: NewRemote,
  versions: Record<string, string>,
): Record<string, string> {
  const file = address.replace("/dashboard/", "").replaceAll("_", "-");
  const component = `${title.replaceAll(" ", "")}Page`;
  const routes = `${title.replaceAll(" ", "")}Routes`;
  const dependencies = Object.fromEntries(
    ["react", "react-dom", "react-router-dom"].map((library) => [library, versions[library]]),
  );
  return {
    "package.json": json({
      name: `@conquest/${name}`,
      version: "1.0.0",
      private: true,
      type: "module",
      scripts: { build: "webpack --mode production", dev: "webpack serve --mode development --env alone" },
      config: { port, prefix, budget: { "*": 20, whole: 60 } },
      dependencies: { "@conquest/shared": "1.0.0", ...dependencies },
    }),
    "remote.json": `{
  "name": "${name}",
  "contract": "^${CONTRACT_VERSION}",
  "routes": [
    { "path": "${address}", "title": "${title}", "access": "signed-in", "layout": "dashboard" }
  ],
  "menu": [
    { "to": "${address}", "label": "${title}", "icon": "icon.svg", "order": 800, "roles": ["user", "creator", "admin"] }
  ]
}
`,
    "icon.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
  <path d="M10 22V7a1 1 0 0 0-1-1H4a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-5a1 1 0 0 0-1-1H2" />
  <rect x="14" y="2" width="8" height="8" rx="1" />
</svg>
`,
    "webpack.config.mjs": `import { webpackConfig } from "@conquest/shared/build/webpack.mjs";

export default webpackConfig(import.meta.dirname);
`,
    "tsconfig.json": `{
  "extends": "../tsconfig.base.json",
  "compilerOptions": { "lib": ["ES2023", "DOM", "DOM.Iterable"], "types": ["node", "jest", "@testing-library/jest-dom"], "rootDir": ".", "outDir": "../.tsbuild/${name}" },
  "include": ["src", "remote.json"],
  "references": [{ "path": "../shared/contracts" }, { "path": "../shared" }]
}
`,
    "src/routes.tsx": `import "@conquest/shared/styles/part.css";
import { pageTable } from "@conquest/shared/ui/page/page-table";

const pages = pageTable({
  "${address}": () => import(/* webpackChunkName: "page-${file}" */ "./features/${file}/${file}-page"),
});

export default pages.Routes;
export const { load } = pages;
`,
    "src/alone.tsx": `import "@conquest/shared/styles/page.css";
import { runStandalone } from "@conquest/shared/testing/run-standalone";
import remote from "../remote.json";
import ${routes} from "./routes";

runStandalone(remote, ${routes}, { as: "user", answers: [] });
`,
    [`src/features/${file}/${file}-page.tsx`]: `import { t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";

export default function ${component}() {
  const { name } = useAccount();
  return (
    <>
      <PageHeading title={t("${title}")} />
      <p className="cq-panel ${prefix}:max-w-2xl">{t("Logged in as {name}.", { name })}</p>
    </>
  );
}
`,
    "messages/common.bn.json": json({ [title]: "" }),
    [`messages/${file}.bn.json`]: catalog({
      [title]: "",
      "Logged in as {name}.": "আপনি {name} হিসেবে লগ ইন করা আছেন।",
    }),
    [`src/features/${file}/${file}-page.test.tsx`]: `import { screen } from "@testing-library/react";
import { renderAt } from "@conquest/shared/testing/render-at";
import ${routes} from "../../routes";

it("shows the signed-in user", async () => {
  renderAt("${address}", ${routes}, { session: { name: "Nadia Rahman" } });
  expect(await screen.findByRole("heading", { level: 1, name: "${title}" })).toBeVisible();
  expect(screen.getByText("Logged in as Nadia Rahman.")).toBeVisible();
});
`,
  };
}
