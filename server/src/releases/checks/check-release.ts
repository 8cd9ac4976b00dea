import { containerName, type RemoteJson } from "@conquest/shared/contracts/parts/remote";
import { SHELL } from "../live/live-registry";
import { filesOfManifest } from "../store/read-manifest";
import { isStorable, manifestOf, pagesOf, shellJsonOf, type Build } from "../store/release-store";
import { addressProblems } from "./check-conflicts";
import { copyProblems, endingProblems, entryProblems, scriptProblems } from "./check-scripts";
import { sheetsOf, styleProblems } from "./check-styles";

export function buildProblems(build: Build): string[] {
  const names = new Set(build.files.map(({ path }) => path));
  return [
    ...(build.remote ? remoteProblems(build, build.remote, names) : shellProblems(build, names)),
    ...scriptProblems(build),
  ];
}

function shellProblems(build: Build, names: Set<string>): string[] {
  if (build.part !== SHELL) return [`${build.part} brings no remote.json.`];
  const html = build.files.find(({ path }) => path === "index.html")?.content.toString("utf8");
  if (!html) return ["The shell brings no index.html."];
  const references = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+)"/g)].map(
    ([, address]) => address!,
  );
  return [
    ...references
      .filter((address) => !/^(?:[a-z]+:|\/)/.test(address) && !names.has(address.replace(/^\.\//, "")))
      .map((address) => `index.html asks for ${address}, which is not in the build.`),
    // The server checks remotes against shell.json.
    ...(shellJsonOf(build)
      ? []
      : [
          "Its shell.json does not say which contract and which shared modules remotes find in it. Build it with the shared webpack configuration.",
        ]),
  ];
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
    if (container !== containerName(part))
      problems.push(`Its container is called ${container}, not ${containerName(part)}.`);
    for (const file of [entry, ...scripts, ...styles, ...later]) {
      if (!names.has(file)) problems.push(`mf-manifest.json names ${file}, which is not in the build.`);
    }
    problems.push(
      ...endingProblems("mf-manifest.json", [entry, ...scripts], ".js"),
      ...endingProblems("mf-manifest.json", styles, ".css"),
    );
    problems.push(...entryProblems(build, entry, containerName(part)), ...pagesProblems(build, remote, names));
  }
  return [
    ...problems,
    ...addressProblems(remote),
    ...copyProblems(build, manifest),
    ...styleProblems(sheetsOf(build.files)),
  ];
}

function pagesProblems(build: Build, remote: RemoteJson, names: Set<string>): string[] {
  const pages = names.has("pages.json") ? pagesOf(build) : null;
  if (!pages || !isStorable(pages))
    return ["Its pages.json does not say which files each page needs. Build it with the shared webpack configuration."];
  const [scripts, styles] = (["scripts", "styles"] as const).map((kind) => [
    ...new Set(Object.values(pages).flatMap((page) => page[kind])),
  ]) as [string[], string[]];
  const messages = Object.values(pages).flatMap((page) => Object.values(page.messages ?? {}));
  const paths = remote.routes.map(({ path }) => path);
  return [
    ...[...scripts, ...styles, ...messages]
      .filter((file) => !names.has(file))
      .map((file) => `pages.json names ${file}, which is not in the build.`),
    ...endingProblems("pages.json", [...scripts, ...messages], ".js"),
    ...endingProblems("pages.json", styles, ".css"),
    ...paths
      .filter((path) => !pages[path])
      .map((path) => `remote.json has the route ${path}, which has no page in src/routes.tsx.`),
    ...Object.keys(pages)
      .filter((path) => !paths.includes(path))
      .map((path) => `src/routes.tsx has a page for ${path}, which is no route of remote.json.`),
  ];
}
