import { z } from "zod";
import { ROLES } from "./endpoint";

export { CONTRACT_VERSION, containerName, meetsContract } from "./contract-version";

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

const place = z.string().max(12).regex(/^-?[\d.]+$/, "A number");
/** Numbers and the letters of paths: nothing in them can name or load anything. */
const places = z.string().max(1_500).regex(/^[\d\sMmLlHhVvCcSsQqTtAaZz,.e+-]+$/, "Numbers, and letters of a path");
const filled = { fill: z.literal("currentColor").optional() };

/** A shape of an icon as data: lines in the colour of the text around it, or filled with that colour. */
const iconShape = z.discriminatedUnion("shape", [
  z.strictObject({ shape: z.literal("path"), d: places, ...filled }),
  z.strictObject({ shape: z.literal("circle"), cx: place, cy: place, r: place, ...filled }),
  z.strictObject({ shape: z.literal("ellipse"), cx: place, cy: place, rx: place, ry: place, ...filled }),
  z.strictObject({ shape: z.literal("rect"), x: place.optional(), y: place.optional(), width: place, height: place, rx: place.optional(), ry: place.optional(), ...filled }),
  z.strictObject({ shape: z.literal("line"), x1: place, y1: place, x2: place, y2: place }),
  z.strictObject({ shape: z.literal("polyline"), points: places, ...filled }),
  z.strictObject({ shape: z.literal("polygon"), points: places, ...filled }),
]);
/** An icon of 24 by 24, with lines of 2. */
export const iconShapes = z.array(iconShape).min(1).max(16);
export type IconShapes = z.infer<typeof iconShapes>;

export const menuEntry = z.object({
  to: sitePath,
  label: z.string().min(1),
  /** A name of the shell's icon set, see shell/src/frame/menu-icon.tsx, or a file of the remote, like `icon.svg`. */
  icon: z.string().min(1),
  /** What that file draws. Nobody writes it: it is read from the file wherever remote.json is, see server/src/releases/read-remote.ts. */
  shapes: iconShapes.optional(),
  /** Smaller is higher. */
  order: z.number(),
  roles: z.array(z.enum(ROLES)).min(1),
  /** `participants`: whoever takes part in contests sees it in every role, below the entries of their own role. */
  alsoFor: z.literal("participants").optional(),
});
export type MenuEntry = z.infer<typeof menuEntry>;

/** `remote.json`: the whole face of a remote to the shell. */
export const remoteJson = z.object({
  /** Folder and address of the part, like `mf-dashboard-user`. */
  name: z.string().regex(/^mf-[a-z-]+$/),
  /** The oldest contract version that this remote can do with, as a caret range like `^1.2.0`. */
  contract: z.string().regex(/^\^\d+\.\d+\.\d+$/, "A caret range, like ^1.2.0"),
  routes: z.array(remoteRoute).min(1),
  menu: z.array(menuEntry).default([]),
});
export type RemoteJson = z.infer<typeof remoteJson>;
