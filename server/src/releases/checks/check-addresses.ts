import { ROLES } from "@conquest/shared/contracts/http/endpoint";
import type { RemoteJson } from "@conquest/shared/contracts/parts/remote";
import { isIconFile } from "../live/read-remote";
import { isReserved } from "./reserved-addresses";

/** What in a remote's routes and menu the server, or another line of them, stands in the way of, as sentences. */
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
    const shutOut = page ? whoIsLedAway(entry, page) : [];
    if (shutOut.length > 0)
      problems.push(
        `The menu entry "${label}" leads ${shutOut.join(", ")} to ${to}, which they may not enter: give that page their access or alsoFor.`,
      );
    if (menu.slice(0, index).some((other) => isSameEntry(other, entry)))
      problems.push(`The menu entry "${label}" stands twice in remote.json.`);
  }
  return problems;
}

/** Who sees an entry and is sent away from its page, in the words of remote.json. */
function whoIsLedAway({ roles, alsoFor }: MenuEntry, page: RemoteJson["routes"][number]): string[] {
  const { access } = page;
  if (typeof access === "string") return [];
  // Participants, judges and owners are of every role.
  const isForAll = alsoFor === undefined || alsoFor === page.alsoFor || ROLES.every((role) => access.includes(role));
  return [...roles.filter((role) => !access.includes(role)), ...(isForAll ? [] : [alsoFor])];
}

/** Whatever their parameters are called. */
export const isSameAddress = (one: string, other: string) => withoutParameters(one) === withoutParameters(other);

const withoutParameters = (path: string) =>
  path
    .toLowerCase()
    .replace(/(?<=.)\/+$/, "")
    .replace(/:[^/]+/g, ":");

type MenuEntry = RemoteJson["menu"][number];

/** Two entries of one name, one below the other in somebody's menu. */
export const isSameEntry = (one: MenuEntry, other: MenuEntry) =>
  asRead(one.label) === asRead(other.label) &&
  (isForAnybody(one) || isForAnybody(other) || one.roles.some((role) => other.roles.includes(role)));

/** As an eye reads it, which sees neither how wide a space is nor what has no width. */
const asRead = (label: string) =>
  label
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

/** Participants and judges are of every role. */
const isForAnybody = ({ alsoFor }: MenuEntry) => alsoFor !== undefined;
