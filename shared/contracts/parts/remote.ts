import { z } from "zod";
import { ROLES } from "../http/endpoint";

export { CONTRACT_VERSION, containerName, meetsContract } from "./contract-version";

/** In characters: many times what any page has. All of it stands in the registry, which every page asks for. */
const word = z.string().min(1).max(80);
const LONGEST = 64_000;

/** Names with one `/` between them, or at the end; each a word or `:parameter`, and none of them `.` or `..`, which browsers take out. */
const sitePath = z
  .string()
  .max(200)
  .regex(/^\/(?:(?!\.{1,2}(?:\/|$))(?::\w+|[\w.-]+)(?:\/|$))*$/, "A path of this site, like /dashboard/profile");

/** Whoever takes part in contests (`participants`), judges any for their creator (`judges`), or has any of their own (`owners`): in every role. */
const alsoFor = z.enum(["participants", "judges", "owners"]).optional();

/** A page as data: enough to route, guard, title and preload it before any code of the remote has run. */
const remoteRoute = z
  .object({
    /** react-router pattern with `:name` parameters. */
    path: sitePath,
    /** Document title, without the site's name. */
    title: z.string().min(1).max(120),
    description: z.string().max(500).optional(),
    access: z.union([z.literal("everyone"), z.literal("signed-in"), z.array(z.enum(ROLES)).min(1)]),
    /** They may enter beside the roles of `access`. */
    alsoFor,
    /** False: search engines list it nowhere, though it is for everyone, like what a link in a letter leads to. */
    isIndexed: z.literal(false).optional(),
    /** `site`: navbar and footer; `dashboard`: the dashboard's frame with its side menu. */
    layout: z.enum(["site", "dashboard"]),
    /** API paths (below /api) whose answers the first paint of this page needs. `:name` is filled from the route. */
    data: z.array(z.string().max(200)).max(20).default([]),
    /**
     * What names, describes and pictures the page to search engines and to whoever shares its address; `param` is the part
     * of the path that says which. A route for everyone with this is the page of each such thing, and stands in the sitemap.
     */
    head: z.object({ from: z.enum(["contest", "creator", "winner"]), param: word }).optional(),
  })
  .refine(({ path, head }) => !head || path.split("/").includes(`:${head.param}`), {
    path: ["head", "param"],
    error: "A parameter of the path",
  });
export type RemoteRoute = z.infer<typeof remoteRoute>;

const place = z
  .string()
  .max(12)
  .regex(/^-?[\d.]+$/, "A number");
/** Numbers and the letters of paths: nothing in them can name or load anything. */
const places = z
  .string()
  .max(1_500)
  .regex(/^[\d\sMmLlHhVvCcSsQqTtAaZz,.e+-]+$/, "Numbers, and letters of a path");
const filled = { fill: z.literal("currentColor").optional() };

/** A shape of an icon as data: lines in the colour of the text around it, or filled with that colour. */
const iconShape = z.discriminatedUnion("shape", [
  z.strictObject({ shape: z.literal("path"), d: places, ...filled }),
  z.strictObject({ shape: z.literal("circle"), cx: place, cy: place, r: place, ...filled }),
  z.strictObject({ shape: z.literal("ellipse"), cx: place, cy: place, rx: place, ry: place, ...filled }),
  z.strictObject({
    shape: z.literal("rect"),
    x: place.optional(),
    y: place.optional(),
    width: place,
    height: place,
    rx: place.optional(),
    ry: place.optional(),
    ...filled,
  }),
  z.strictObject({ shape: z.literal("line"), x1: place, y1: place, x2: place, y2: place }),
  z.strictObject({ shape: z.literal("polyline"), points: places, ...filled }),
  z.strictObject({ shape: z.literal("polygon"), points: places, ...filled }),
]);
/** An icon of 24 by 24, with lines of 2. */
export const iconShapes = z.array(iconShape).min(1).max(16);
export type IconShapes = z.infer<typeof iconShapes>;

export const menuEntry = z
  .object({
    to: sitePath,
    label: word,
    /** A name of the shell's icon set, see shell/src/frame/menu-icon.tsx, or a file of the remote, like `icon.svg`. */
    icon: word,
    /** What that file draws. Nobody writes it: it is read from the file wherever remote.json is, see server/src/releases/live/read-remote.ts. */
    shapes: iconShapes.optional(),
    /** Smaller is higher. */
    order: z.number(),
    roles: z.array(z.enum(ROLES)),
    /** They see it below the entries of their own role. */
    alsoFor,
  })
  .refine(({ roles, alsoFor }) => roles.length > 0 || alsoFor, { path: ["roles"], error: "Somebody who sees it" });
export type MenuEntry = z.infer<typeof menuEntry>;

/** `remote.json`: the whole face of a remote to the shell. */
export const remoteJson = z
  .object({
    /** Folder and address of the part, like `mf-dashboard-user`. */
    name: z
      .string()
      .max(64)
      .regex(/^mf-[a-z-]+$/),
    /** The oldest contract version that this remote can do with, as a caret range like `^1.2.0`. */
    contract: z
      .string()
      .max(40)
      .regex(/^\^\d+\.\d+\.\d+$/, "A caret range, like ^1.2.0"),
    routes: z.array(remoteRoute).min(1).max(100),
    menu: z.array(menuEntry).max(40).default([]),
  })
  .refine(
    (face) => JSON.stringify(face).length <= LONGEST,
    `All of it has at most ${LONGEST} characters: every page asks for it`,
  );
export type RemoteJson = z.infer<typeof remoteJson>;
