import semver from "semver";
import { patternsOverlap } from "@conquest/shared/contracts/parts/match-route";
import { CONTRACT_VERSION, satisfiesContract, type RemoteJson } from "@conquest/shared/contracts/parts/remote";
import { SHELL, type LiveRegistry } from "../live/live-registry";
import { sharedOfManifest, type ShellJson } from "../store/read-manifest";
import { isSameAddress, isSameEntry } from "./check-addresses";

type Live = Pick<LiveRegistry, "shell" | "canaries" | "running">;
type Manifest = Record<string, unknown> | null;

/** Returns a message for each conflict with other parts, including canaries, and each mismatch with a running shell. */
export function conflictProblems(remote: RemoteJson, live: Live, manifest: Manifest = null): string[] {
  const others = live.running.filter(({ part }) => part !== remote.name);
  const problems = [
    ...shellProblemsOf(remote, manifest, live.shell?.offers),
    ...(live.canaries[SHELL]
      ? shellProblemsOf(remote, manifest, live.canaries[SHELL].shell?.offers, "the shell that some visitors get")
      : []),
    ...others.flatMap(({ part, remote: other }) => [
      ...other.routes.flatMap(({ path }) =>
        remote.routes
          .filter((own) => patternsOverlap(own.path, path))
          .map((own) => `The address ${own.path} belongs to ${part}${own.path === path ? "" : `, which has ${path}`}.`),
      ),
      ...other.menu
        .filter(({ to }) => remote.menu.some((entry) => isSameAddress(entry.to, to)))
        .map(({ to }) => `The menu entry to ${to} belongs to ${part}.`),
      ...remote.menu
        .filter((entry) => other.menu.some((known) => isSameEntry(known, entry)))
        .map(({ label }) => `${part} has a menu entry "${label}" already. Choose another name.`),
    ]),
  ];
  // A part and its canary usually have the same conflicts.
  return [...new Set(problems)];
}

export function shellConflictProblems(offers: ShellJson | null, { running }: Pick<LiveRegistry, "running">): string[] {
  const problems = running
    .filter(({ isEnabled }) => isEnabled)
    .flatMap(({ remote, manifest }) => shellProblemsOf(remote, manifest, offers, "this shell"))
    .map((problem) => `${problem} Disable that part until it is released for this shell.`);
  return [...new Set(problems)];
}

function shellProblemsOf(
  remote: RemoteJson,
  manifest: Manifest,
  offers: ShellJson | null | undefined,
  shellName = "the shell of this site",
): string[] {
  const { contract, shared } = offers ?? { contract: CONTRACT_VERSION, shared: null };
  const problems = satisfiesContract(remote.contract, contract)
    ? []
    : [`${remote.name} needs contract ${remote.contract}; ${shellName} has ${contract}.`];
  if (!shared) return problems;
  for (const { name, requiredVersion } of sharedOfManifest(manifest) ?? []) {
    const version =
      shared[name] ?? Object.entries(shared).find(([key]) => key.endsWith("/") && name.startsWith(key))?.[1];
    if (version === undefined) problems.push(`${remote.name} shares ${name}, which ${shellName} does not have.`);
    else if (requiredVersion && !semver.satisfies(version, requiredVersion))
      problems.push(`${remote.name} needs ${name} ${requiredVersion}; ${shellName} has ${version}.`);
  }
  return problems;
}
