import { satisfies, validRange } from "semver";
import { CONTRACT_VERSION, containerName } from "@conquest/shared/contracts/remote";
import type { Registry } from "@conquest/shared/contracts/releases";
import { manifestOf, type Build } from "./release-store";

interface Manifest {
  name?: string;
  metaData?: { remoteEntry?: { name?: string; path?: string } };
  exposes?: { path?: string; assets?: Record<"js" | "css", { sync?: string[]; async?: string[] }> }[];
}

const withoutParameters = (path: string) => path.toLowerCase().replace(/:[^/]+/g, ":");

/** Why this build may not go live, as sentences; empty when it may. `registry` is what the site runs now. */
export function releaseProblems(build: Build, registry: Registry): string[] {
  const names = new Set(build.files.map(({ path }) => path));
  return build.remote ? remoteProblems(build, names, registry) : shellProblems(build, names);
}

function shellProblems(build: Build, names: Set<string>): string[] {
  if (build.part !== "shell") return [`${build.part} brings no remote.json.`];
  const html = build.files.find(({ path }) => path === "index.html")?.content.toString("utf8");
  if (!html) return ["The shell brings no index.html."];
  const wanted = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
  return wanted
    .filter((address) => !/^(?:[a-z]+:|\/)/.test(address) && !names.has(address.replace(/^\.\//, "")))
    .map((address) => `index.html asks for ${address}, which is not in the build.`);
}

function remoteProblems(build: Build, names: Set<string>, registry: Registry): string[] {
  const { part } = build;
  const remote = build.remote!;
  const problems: string[] = [];
  if (remote.name !== part) problems.push(`remote.json says ${remote.name}, but this is ${part}.`);
  if (!validRange(remote.contract) || !satisfies(CONTRACT_VERSION, remote.contract)) {
    problems.push(`It needs contract ${remote.contract}; this site has ${CONTRACT_VERSION}.`);
  }

  const manifest = manifestOf(build) as Manifest | null;
  const routes = manifest?.exposes?.find(({ path }) => path === "./routes");
  const entry = manifest?.metaData?.remoteEntry;
  if (!manifest) problems.push("It brings no mf-manifest.json.");
  else if (!routes || !entry?.name) problems.push("Its mf-manifest.json names no entry or does not expose ./routes.");
  else {
    if (manifest.name !== containerName(part)) problems.push(`Its container is called ${manifest.name}, not ${containerName(part)}.`);
    const files = [(entry.path ?? "") + entry.name, ...Object.values(routes.assets ?? {}).flatMap(({ sync = [], async = [] }) => [...sync, ...async])];
    for (const file of files) if (!names.has(file)) problems.push(`mf-manifest.json names ${file}, which is not in the build.`);
  }

  const own = new Set(remote.routes.map(({ path }) => withoutParameters(path)));
  for (const [other, { current }] of Object.entries(registry.remotes)) {
    if (other === part) continue;
    for (const { path } of current.remote.routes) if (own.has(withoutParameters(path))) problems.push(`The address ${path} belongs to ${other}.`);
    for (const { to } of current.remote.menu) {
      if (remote.menu.some((entry) => entry.to === to)) problems.push(`The menu entry to ${to} belongs to ${other}.`);
    }
  }
  for (const { to, label } of remote.menu) {
    if (!own.has(withoutParameters(to))) problems.push(`The menu entry "${label}" leads to ${to}, which is none of its pages.`);
  }
  return problems;
}
