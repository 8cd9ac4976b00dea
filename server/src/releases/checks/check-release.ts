import { Script } from "node:vm";
import semver from "semver";
import { mayMeet } from "@conquest/shared/contracts/match-route";
import { CONTRACT_VERSION, containerName, meetsContract, type RemoteJson } from "@conquest/shared/contracts/remote";
import { reachOfCss } from "./css-reach";
import { SHELL, type LiveRegistry } from "../live-registry";
import { filesOfManifest, sharedOfManifest, type ShellJson } from "../read-manifest";
import { isIconFile } from "../read-remote";
import { isStorable, manifestOf, pagesOf, DRAWING_FILE, type Build } from "../release-store";
import { isReserved } from "./reserved-addresses";

/** Why this build may not go live, whatever else the site runs, as sentences that name the file and the cure; empty when it may. */
export function buildProblems(build: Build): string[] {
  const names = new Set(build.files.map(({ path }) => path));
  return [...(build.remote ? remoteProblems(build, build.remote, names) : shellProblems(build, names)), ...scriptProblems(build)];
}

function shellProblems(build: Build, names: Set<string>): string[] {
  if (build.part !== SHELL) return [`${build.part} brings no remote.json.`];
  const html = build.files.find(({ path }) => path === "index.html")?.content.toString("utf8");
  if (!html) return ["The shell brings no index.html."];
  const wanted = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
  return wanted
    .filter((address) => !/^(?:[a-z]+:|\/)/.test(address) && !names.has(address.replace(/^\.\//, "")))
    .map((address) => `index.html asks for ${address}, which is not in the build.`);
}

/** A script that a browser could not even read: empty, cut off, or no script at all. */
function scriptProblems({ files }: Build): string[] {
  return files
    .filter(({ path }) => path.endsWith(".js") && path !== DRAWING_FILE)
    .flatMap(({ path, content }) => {
      const code = content.toString("utf8");
      if (code.trim() === "") return [`${path} is empty. Build it again.`];
      try {
        new Script(code, { filename: path });
        return [];
      } catch (error) {
        return [`${path} is no script that a browser can read (${(error as Error).message}). It may have been cut off: build it again.`];
      }
    });
}

function remoteProblems(build: Build, remote: RemoteJson, names: Set<string>): string[] {
  const { part } = build;
  const problems: string[] = [];
  if (remote.name !== part) problems.push(`remote.json says ${remote.name}, but this is ${part}.`);

  const manifest = manifestOf(build);
  const files = filesOfManifest(manifest);
  if (!manifest) problems.push("It brings no mf-manifest.json, or one that is not JSON.");
  else if (!files) problems.push("Its mf-manifest.json names no entry or does not expose ./routes.");
  else {
    const { container, entry, scripts, styles, later } = files;
    if (!isStorable(manifest)) problems.push("Its mf-manifest.json holds a character that cannot be stored.");
    if (container !== containerName(part)) problems.push(`Its container is called ${container}, not ${containerName(part)}.`);
    for (const file of [entry, ...scripts, ...styles, ...later]) {
      if (!names.has(file)) problems.push(`mf-manifest.json names ${file}, which is not in the build.`);
    }
    const entryCode = build.files.find(({ path }) => path === entry)?.content.toString("utf8");
    if (entryCode !== undefined && !new RegExp(`\\b(?:var|let|const)\\s+${containerName(part)}\\b`).test(entryCode)) {
      problems.push(`${entry} does not register the container ${containerName(part)}. Build it with the shared webpack configuration.`);
    }
    problems.push(...pagesProblems(build, remote, names));
  }
  return [...problems, ...addressProblems(remote), ...copyProblems(build, manifest), ...styleProblems(build)];
}

function pagesProblems(build: Build, remote: RemoteJson, names: Set<string>): string[] {
  const pages = pagesOf(build);
  if (!pages || !isStorable(pages)) return ["Its pages.json does not say which files each page needs."];
  const missing = [...new Set(Object.values(pages).flatMap((page) => [...page.scripts, ...page.styles]))].filter((file) => !names.has(file));
  const paths = remote.routes.map(({ path }) => path);
  return [
    ...missing.map((file) => `pages.json names ${file}, which is not in the build.`),
    ...(names.has("pages.json") ? paths.filter((path) => !pages[path]).map((path) => `remote.json has the route ${path}, which has no page in src/routes.tsx.`) : []),
    ...Object.keys(pages)
      .filter((path) => !paths.includes(path))
      .map((path) => `src/routes.tsx has a page for ${path}, which is no route of remote.json.`),
  ];
}

function addressProblems({ routes, menu }: RemoteJson): string[] {
  const problems: string[] = [];
  for (const [index, { path }] of routes.entries()) {
    if (isReserved(path)) problems.push(`The address ${path} is answered by the server itself. Choose another in remote.json.`);
    if (routes.slice(0, index).some((other) => withoutParameters(other.path) === withoutParameters(path))) problems.push(`The address ${path} stands twice in remote.json.`);
  }
  for (const [index, entry] of menu.entries()) {
    const { to, label, icon, shapes } = entry;
    if (isIconFile(icon) && !shapes) problems.push(`The menu entry "${label}" comes without what its icon ${icon} draws. Release it with npm run release, which reads that file.`);
    if (!routes.some(({ path }) => withoutParameters(path) === withoutParameters(to))) problems.push(`The menu entry "${label}" leads to ${to}, which is none of its pages.`);
    if (menu.slice(0, index).some((other) => isSameEntry(other, entry))) problems.push(`The menu entry "${label}" stands twice in remote.json.`);
  }
  return problems;
}

const withoutParameters = (path: string) =>
  path
    .toLowerCase()
    .replace(/(?<=.)\/+$/, "")
    .replace(/:[^/]+/g, ":");

type MenuEntry = RemoteJson["menu"][number];

/** Two entries of one name, one below the other in somebody's menu. */
const isSameEntry = (one: MenuEntry, other: MenuEntry) =>
  one.label.trim().toLowerCase() === other.label.trim().toLowerCase() && one.roles.some((role) => other.roles.includes(role));

/** Words that each of these libraries alone has in it, minified or not. */
const OWN_COPIES: Record<string, string> = {
  "React": "react.transitional.element",
  "React DOM": "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
  "the router": "may be used only in the context of a <Router>",
  "the query cache": "No QueryClient set",
  "axios": "ERR_BAD_OPTION_VALUE",
};

/** A second copy of what a page has one of: hooks would fail in it, and nobody would be signed in. */
function copyProblems(build: Build, manifest: Record<string, unknown> | null): string[] {
  const scripts = build.files.filter(({ path }) => path.endsWith(".js") && path !== DRAWING_FILE);
  return [
    ...Object.entries(OWN_COPIES).flatMap(([library, words]) =>
      scripts.filter(({ content }) => content.includes(words)).map(({ path }) => `${path} brings a copy of ${library}. Import it as the other parts do, and build with the shared webpack configuration: the site has one.`),
    ),
    ...sharedOfManifest(manifest)
      .filter(({ files }) => files.length > 0)
      .map(({ name, files }) => `mf-manifest.json shares ${name} with a copy of its own (${files.join(", ")}). Build with the shared webpack configuration: the site has one.`),
  ];
}

function styleProblems({ files }: Build): string[] {
  const sheets = files.filter(({ path }) => path.endsWith(".css")).map(({ path, content }) => ({ path, ...reachOfCss(content.toString("utf8")) }));
  const prefixes = new Set(sheets.flatMap(({ prefix }) => prefix ?? []));
  return [
    ...sheets.flatMap(({ path, problems }) => problems.map((problem) => `${path} ${problem}.`)),
    ...(prefixes.size > 1 ? [`Its stylesheets have different prefixes: ${[...prefixes].sort().join(", ")}.`] : []),
  ];
}

/** What of this remote another part of the site has already, or the live shell has not, as sentences. */
export function claimProblems(remote: RemoteJson, live: Pick<LiveRegistry, "shell" | "registry">, manifest: Record<string, unknown> | null = null): string[] {
  const others = Object.entries(live.registry.remotes).filter(([other]) => other !== remote.name);
  return [
    ...shellProblemsOf(remote, manifest, live.shell?.offers),
    ...others.flatMap(([other, { current }]) => [
      ...current.remote.routes.flatMap(({ path }) =>
        remote.routes.filter((own) => mayMeet(own.path, path)).map((own) => `The address ${own.path} belongs to ${other}${own.path === path ? "" : `, which has ${path}`}.`),
      ),
      ...current.remote.menu.filter(({ to }) => remote.menu.some((entry) => withoutParameters(entry.to) === withoutParameters(to))).map(({ to }) => `The menu entry to ${to} belongs to ${other}.`),
      ...remote.menu.filter((entry) => current.remote.menu.some((known) => isSameEntry(known, entry))).map(({ label }) => `${other} has a menu entry "${label}" already. Choose another name.`),
    ]),
  ];
}

function shellProblemsOf(remote: RemoteJson, manifest: Record<string, unknown> | null, offers: ShellJson | null | undefined, whose = "the shell of this site"): string[] {
  const { contract, shared } = offers ?? { contract: CONTRACT_VERSION, shared: null };
  const problems = meetsContract(remote.contract, contract) ? [] : [`${remote.name} needs contract ${remote.contract}; ${whose} has ${contract}.`];
  if (!shared) return problems;
  for (const { name, requiredVersion } of sharedOfManifest(manifest)) {
    // A trailing slash stands for every module below.
    const version = shared[name] ?? Object.entries(shared).find(([key]) => key.endsWith("/") && name.startsWith(key))?.[1];
    if (version === undefined) problems.push(`${remote.name} shares ${name}, which ${whose} does not have.`);
    else if (requiredVersion && !semver.satisfies(version, requiredVersion)) problems.push(`${remote.name} needs ${name} ${requiredVersion}; ${whose} has ${version}.`);
  }
  return problems;
}

/** Remotes that run now and could not with a shell that offers this, as sentences. */
export const shellClaimProblems = (offers: ShellJson | null, { registry }: Pick<LiveRegistry, "registry">): string[] =>
  Object.values(registry.remotes)
    .filter(({ isEnabled }) => isEnabled)
    .flatMap(({ current }) => shellProblemsOf(current.remote, null, offers, "this shell"))
    .map((problem) => `${problem} Disable that part until it is released for this shell.`);
