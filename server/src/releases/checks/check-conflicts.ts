import semver from "semver";
import { ROLES } from "@conquest/shared/contracts/http/endpoint";
import { type RemoteJson, CONTRACT_VERSION, satisfiesContract } from "@conquest/shared/contracts/parts/remote";
import { patternsOverlap } from "@conquest/shared/contracts/parts/match-route";
import { isIconFile } from "../live/read-remote";
import { isReserved } from "./reserved-paths";
import { SHELL, type LiveRegistry } from "../live/live-registry";
import { sharedOfManifest, type ShellJson } from "../store/read-manifest";

/** Returns a message for each route or menu entry that is reserved by the server, duplicated or unreachable. */
export function addressProblems({ routes, menu }: RemoteJson): string[] {
  const problems: string[] = [];
  for (const [index, { path }] of routes.entries()) {
    if (isReserved(path))
      problems.push(`The address ${path} is used by the server itself. Choose another one in remote.json.`);
    if (routes.slice(0, index).some((other) => isSameAddress(other.path, path)))
      problems.push(`The address ${path} appears twice in remote.json.`);
  }
  for (const [index, entry] of menu.entries()) {
    const { to, label, icon, shapes } = entry;
    const page = routes.find(({ path }) => isSameAddress(path, to));
    if (isIconFile(icon) && !shapes)
      problems.push(
        `The menu entry "${label}" comes without what its icon ${icon} draws. Release it with npm run release, which reads that file.`,
      );
    if (!page) problems.push(`The menu entry "${label}" leads to ${to}, which isn't one of its pages.`);
    const excluded = page ? audiencesWithoutAccess(entry, page) : [];
    if (excluded.length > 0)
      problems.push(
        `The menu entry "${label}" leads ${excluded.join(", ")} to ${to}, which they may not enter: give that page their access or alsoFor.`,
      );
    if (menu.slice(0, index).some((other) => isSameEntry(other, entry)))
      problems.push(`The menu entry "${label}" appears twice in remote.json.`);
  }
  return problems;
}

function audiencesWithoutAccess({ roles, alsoFor }: MenuEntry, page: RemoteJson["routes"][number]): string[] {
  const { access } = page;
  if (typeof access === "string") return [];
  // Participants, judges and owners can have any role.
  const isForAll = alsoFor === undefined || alsoFor === page.alsoFor || ROLES.every((role) => access.includes(role));
  return [...roles.filter((role) => !access.includes(role)), ...(isForAll ? [] : [alsoFor])];
}

const isSameAddress = (one: string, other: string) => withoutParameters(one) === withoutParameters(other);

const withoutParameters = (path: string) =>
  path
    .toLowerCase()
    .replace(/(?<=.)\/+$/, "")
    .replace(/:[^/]+/g, ":");

type MenuEntry = RemoteJson["menu"][number];

/** True if both entries have the same label and can appear in the same user's menu. */
const isSameEntry = (one: MenuEntry, other: MenuEntry) =>
  normalizeLabel(one.label) === normalizeLabel(other.label) &&
  (isForAnyRole(one) || isForAnyRole(other) || one.roles.some((role) => other.roles.includes(role)));

/** Ignores differences in whitespace and zero-width characters, which are invisible to users. */
const normalizeLabel = (label: string) =>
  label
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

const isForAnyRole = ({ alsoFor }: MenuEntry) => alsoFor !== undefined;

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
