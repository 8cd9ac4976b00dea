import type { Registry } from "@conquest/shared/contracts/releases";
import { CONTRACT_VERSION, containerName, meetsContract, type RemoteJson } from "@conquest/shared/contracts/remote";
import { SHELL } from "./live-registry";
import { filesOfManifest } from "./read-manifest";
import { isStorable, manifestOf, pagesOf, type Build } from "./release-store";

const withoutParameters = (path: string) => path.toLowerCase().replace(/:[^/]+/g, ":");

const pathsOf = (remote: RemoteJson) => new Set(remote.routes.map(({ path }) => withoutParameters(path)));

/** Why this build may not go live, whatever else the site runs, as sentences; empty when it may. */
export function buildProblems(build: Build): string[] {
  const names = new Set(build.files.map(({ path }) => path));
  return build.remote ? remoteProblems(build, build.remote, names) : shellProblems(build, names);
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

function remoteProblems(build: Build, remote: RemoteJson, names: Set<string>): string[] {
  const { part } = build;
  const problems: string[] = [];
  if (remote.name !== part) problems.push(`remote.json says ${remote.name}, but this is ${part}.`);
  if (!meetsContract(remote.contract)) problems.push(`It needs contract ${remote.contract}; this site has ${CONTRACT_VERSION}.`);

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
    const pages = pagesOf(build);
    if (!pages || !isStorable(pages)) problems.push("Its pages.json does not say which files each page needs.");
    for (const file of new Set(Object.values(pages ?? {}).flatMap((page) => [...page.scripts, ...page.styles]))) {
      if (!names.has(file)) problems.push(`pages.json names ${file}, which is not in the build.`);
    }
  }

  const own = pathsOf(remote);
  for (const { to, label } of remote.menu) {
    if (!own.has(withoutParameters(to))) problems.push(`The menu entry "${label}" leads to ${to}, which is none of its pages.`);
  }
  return problems;
}

/** What of this remote another part of the site has already, as sentences. */
export function claimProblems(remote: RemoteJson, { remotes }: Registry): string[] {
  const own = pathsOf(remote);
  return Object.entries(remotes)
    .filter(([other]) => other !== remote.name)
    .flatMap(([other, { current }]) => [
      ...current.remote.routes
        .filter(({ path }) => own.has(withoutParameters(path)))
        .map(({ path }) => `The address ${path} belongs to ${other}.`),
      ...current.remote.menu
        .filter(({ to }) => remote.menu.some((entry) => entry.to === to))
        .map(({ to }) => `The menu entry to ${to} belongs to ${other}.`),
    ]);
}
