import { ROLES } from "@conquest/shared/contracts/http/endpoint";
import type { RemoteJson } from "@conquest/shared/contracts/parts/remote";
import { isIconFile } from "../live/read-remote";
import { isReserved } from "./reserved-paths";

/** Returns a message for each route or menu entry that is reserved by the server, duplicated or unreachable. */
export function addressProblems({ routes, menu }: RemoteJson): string[] {
  const problems: string[] = [];
  for (const [index, { path }] of routes.entries()) {
    if (isReserved(path))
      problems.push(`The address ${path} is answered by the server itself. Choose another in remote.json.`);
    if (routes.slice(0, index).some((other) => isSameAddress(other.path, path)))
      problems.push(`The address ${path} stands twice in remote.json.`);
  }
  for (const [index, entry] of menu.entries()) {
    const { to, label, icon, shapes } = entry;
    const page = routes.find(({ path }) => isSameAddress(path, to));
    if (isIconFile(icon) && !shapes)
      problems.push(
        `The menu entry "${label}" comes without what its icon ${icon} draws. Release it with npm run release, which reads that file.`,
      );
    if (!page) problems.push(`The menu entry "${label}" leads to ${to}, which is none of its pages.`);
    const excluded = page ? audiencesWithoutAccess(entry, page) : [];
    if (excluded.length > 0)
      problems.push(
        `The menu entry "${label}" leads ${excluded.join(", ")} to ${to}, which they may not enter: give that page their access or alsoFor.`,
      );
    if (menu.slice(0, index).some((other) => isSameEntry(other, entry)))
      problems.push(`The menu entry "${label}" stands twice in remote.json.`);
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

export const isSameAddress = (one: string, other: string) => withoutParameters(one) === withoutParameters(other);

const withoutParameters = (path: string) =>
  path
    .toLowerCase()
    .replace(/(?<=.)\/+$/, "")
    .replace(/:[^/]+/g, ":");

type MenuEntry = RemoteJson["menu"][number];

/** True if both entries have the same label and can appear in the same user's menu. */
export const isSameEntry = (one: MenuEntry, other: MenuEntry) =>
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
