import { z } from "zod";
import { ROLES } from "../http/endpoint";

export { CONTRACT_VERSION, containerName, satisfiesContract } from "./contract-version";

/** Many times what any page needs; limited because the registry with all of it is sent to every page. */
const shortText = z.string().min(1).max(80);
const MAX_REMOTE_LENGTH = 64_000;

/** Segments separated by `/`, each a name or `:parameter`. Excludes `.` and `..`, which browsers resolve. */
const sitePath = z
  .string()
  .max(200)
  .regex(/^\/(?:(?!\.{1,2}(?:\/|$))(?::\w+|[\w.-]+)(?:\/|$))*$/, "A path of this site, like /dashboard/profile");

/** Participants, invited judges or contest owners, in any role. */
const alsoFor = z.enum(["participants", "judges", "owners"]).optional();

/** A page as data: enough to route, guard, title and preload it before any code of the remote has run. */
const remoteRoute = z
  .object({
    path: sitePath,
    title: z.string().min(1).max(120),
    description: z.string().max(500).optional(),
    access: z.union([z.literal("everyone"), z.literal("signed-in"), z.array(z.enum(ROLES)).min(1)]),
    /** Admitted in addition to the roles in `access`. */
    alsoFor,
    /** False keeps a public page out of search results, like one linked only from emails. */
    isIndexed: z.literal(false).optional(),
    layout: z.enum(["site", "dashboard"]),
    /** API paths (below /api) that the first render of this page needs. `:name` is filled from the route. */
    data: z.array(z.string().max(200)).max(20).default([]),
    /** Source of the metadata; `param` is the path parameter with the id. Public routes with it are in the sitemap. */
    head: z.object({ from: z.enum(["contest", "creator", "winner"]), param: shortText }).optional(),
  })
  .refine(({ path, head }) => !head || path.split("/").includes(`:${head.param}`), {
    path: ["head", "param"],
    error: "A parameter of the path",
  });
export type RemoteRoute = z.infer<typeof remoteRoute>;

const coordinate = z
  .string()
  .max(12)
  .regex(/^-?[\d.]+$/, "A number");
/** Numbers and path commands only, so nothing can reference or load a resource. */
const coordinates = z
  .string()
  .max(1_500)
  .regex(/^[\d\sMmLlHhVvCcSsQqTtAaZz,.e+-]+$/, "Numbers, and letters of a path");
const filled = { fill: z.literal("currentColor").optional() };

const iconShape = z.discriminatedUnion("shape", [
  z.strictObject({ shape: z.literal("path"), d: coordinates, ...filled }),
  z.strictObject({ shape: z.literal("circle"), cx: coordinate, cy: coordinate, r: coordinate, ...filled }),
  z.strictObject({
    shape: z.literal("ellipse"),
    cx: coordinate,
    cy: coordinate,
    rx: coordinate,
    ry: coordinate,
    ...filled,
  }),
  z.strictObject({
    shape: z.literal("rect"),
    x: coordinate.optional(),
    y: coordinate.optional(),
    width: coordinate,
    height: coordinate,
    rx: coordinate.optional(),
    ry: coordinate.optional(),
    ...filled,
  }),
  z.strictObject({ shape: z.literal("line"), x1: coordinate, y1: coordinate, x2: coordinate, y2: coordinate }),
  z.strictObject({ shape: z.literal("polyline"), points: coordinates, ...filled }),
  z.strictObject({ shape: z.literal("polygon"), points: coordinates, ...filled }),
]);
export const iconShapes = z.array(iconShape).min(1).max(16);
export type IconShapes = z.infer<typeof iconShapes>;

export const menuEntry = z
  .object({
    to: sitePath,
    label: shortText,
    /** Pages outside of `to`, of any remote, on which the entry is marked as current. */
    alsoCurrentOn: z.array(sitePath).max(20).optional(),
    /** Translations of the label. Never written by hand: read-remote.ts reads them from the remote's messages. */
    labels: z.record(z.string(), shortText).optional(),
    /** A name from the shell's icon set (shell/src/frame/menu-icon.tsx), or a file of the remote, like `icon.svg`. */
    icon: shortText,
    /** Never written by hand: server/src/releases/live/read-remote.ts reads them from that file. */
    shapes: iconShapes.optional(),
    order: z.number(),
    roles: z.array(z.enum(ROLES)),
    /** Shown to them below the entries of their own role. */
    alsoFor,
  })
  .refine(({ roles, alsoFor }) => roles.length > 0 || alsoFor, { path: ["roles"], error: "Someone who sees it" });
export type MenuEntry = z.infer<typeof menuEntry>;

export const remoteJson = z
  .object({
    name: z
      .string()
      .max(64)
      .regex(/^mf-[a-z-]+$/),
    contract: z
      .string()
      .max(40)
      .regex(/^\^\d+\.\d+\.\d+$/, "A caret range, like ^1.2.0"),
    routes: z.array(remoteRoute).min(1).max(100),
    menu: z.array(menuEntry).max(40).default([]),
  })
  .refine(
    (remote) => JSON.stringify(remote).length <= MAX_REMOTE_LENGTH,
    `At most ${MAX_REMOTE_LENGTH} characters in total, since every page loads it`,
  );
export type RemoteJson = z.infer<typeof remoteJson>;
