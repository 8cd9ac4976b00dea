import { z } from "zod";
import { ROLES } from "./endpoint";

/** Version of everything a remote relies on: singletons, ui classes, this schema. Semver; a remote names the range it needs. */
export const CONTRACT_VERSION = "1.1.0";

const sitePath = z.string().regex(/^\/(?!\/)[\w/:.-]*$/, "A path of this site, like /dashboard/profile");

/** A page as data: enough to route, guard, title and preload it before any code of the remote has run. */
const remoteRoute = z
  .object({
    /** react-router pattern with `:name` parameters. */
    path: sitePath,
    /** Document title, without the site's name. */
    title: z.string().min(1),
    description: z.string().optional(),
    access: z.union([z.literal("everyone"), z.literal("signed-in"), z.array(z.enum(ROLES)).min(1)]),
    /** `site`: navbar and footer; `dashboard`: the dashboard's frame with its side menu. */
    layout: z.enum(["site", "dashboard"]),
    /** API paths (below /api) whose answers the first paint of this page needs. `:name` is filled from the route. */
    data: z.array(z.string()).default([]),
    /**
     * What names, describes and pictures the page to search engines and to whoever shares its address; `param` is the part
     * of the path that says which. A route for everyone with this is the page of each such thing, and stands in the sitemap.
     */
    head: z.object({ from: z.literal("contest"), param: z.string().min(1) }).optional(),
  })
  .refine(({ path, head }) => !head || path.split("/").includes(`:${head.param}`), { path: ["head", "param"], error: "A parameter of the path" });
export type RemoteRoute = z.infer<typeof remoteRoute>;

export const menuEntry = z.object({
  to: sitePath,
  label: z.string().min(1),
  /** A name of the shell's icon set, see shell/src/frame/menu-icon.tsx. */
  icon: z.string().min(1),
  /** Smaller is higher. */
  order: z.number(),
  roles: z.array(z.enum(ROLES)).min(1),
});
export type MenuEntry = z.infer<typeof menuEntry>;

/** `remote.json`: the whole face of a remote to the shell. */
export const remoteJson = z.object({
  /** Folder and address of the part, like `mf-dashboard-user`. */
  name: z.string().regex(/^mf-[a-z-]+$/),
  /** The oldest {@link CONTRACT_VERSION} that this remote can do with, as a caret range like `^1.2.0`. */
  contract: z.string().regex(/^\^\d+\.\d+\.\d+$/, "A caret range, like ^1.2.0"),
  routes: z.array(remoteRoute).min(1),
  menu: z.array(menuEntry).default([]),
});
export type RemoteJson = z.infer<typeof remoteJson>;

/** The federation container's name must be an identifier. */
export const containerName = (part: string) => part.replaceAll("-", "_");

/** Whether a page that offers contract `offered` has all that a remote with the caret range `needed` relies on. */
export function meetsContract(needed: string, offered = CONTRACT_VERSION): boolean {
  const [major, minor, patch] = numbers(needed);
  const [offeredMajor, offeredMinor, offeredPatch] = numbers(offered);
  return offeredMajor === major && (offeredMinor > minor || (offeredMinor === minor && offeredPatch >= patch));
}

const numbers = (version: string) => version.replace("^", "").split(".").map(Number) as [number, number, number];
