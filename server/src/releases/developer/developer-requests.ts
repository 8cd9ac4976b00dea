import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  DEVELOPER_COOKIE,
  isPartName,
  parseDevServerOrigin,
  parseSwitches,
  serializeSwitches,
  type DeveloperSwitches,
} from "@conquest/shared/contracts/parts/developer";
import { STATUS } from "@conquest/shared/contracts/http/errors";
import type { Config } from "../../config/config";
import { HttpError } from "../../platform/errors";

type Setting = Pick<Config, "developerPanel">;

/** Returns the browser's developer switches; null if it gets no developer panel. */
export function switchesOf({ cookies }: Pick<FastifyRequest, "cookies">, { developerPanel }: Setting) {
  const cookie = cookies[DEVELOPER_COOKIE];
  if (developerPanel === "off" || (developerPanel === "allowed" && cookie === undefined)) return null;
  return parseSwitches(cookie ?? "");
}

export const originsOf = (switches: DeveloperSwitches | null) => [
  ...new Set(Object.values(switches ?? {}).filter((value) => parseDevServerOrigin(value) !== null)),
];

/** Query parameters: `?developer`, `?developer=off`, `?override=mf-public@http://localhost:3001`. */
const QUERY_PARAMETERS = ["developer", "override"];

/** Redirects to the clean URL; undefined without parameters or panel. Throws for other hosts and foreign links. */
export function applyDeveloperQuery(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Pick<Config, "developerPanel" | "publicUrl">,
): FastifyReply | undefined {
  if (config.developerPanel === "off" || !request.url.includes("?")) return undefined;
  const [path = "", search] = request.url.split(/\?(.*)/s);
  const query = new URLSearchParams(search);
  if (!QUERY_PARAMETERS.some((name) => query.has(name))) return undefined;
  if (["cross-site", "same-site"].includes(String(request.headers["sec-fetch-site"])))
    throw new HttpError(
      STATUS.badInput,
      "foreign_link",
      "Type this address yourself: links from other sites can't open the developer panel.",
    );
  const switches = {
    ...switchesOf(request, config),
    ...Object.fromEntries(query.getAll("override").map(readOverride)),
  };
  const cookieOptions = { path: "/", sameSite: "lax", secure: config.publicUrl.startsWith("https:") } as const;
  // Stored unencoded because client code reads it too.
  if (query.get("developer") === "off") reply.clearCookie(DEVELOPER_COOKIE, cookieOptions);
  else reply.setCookie(DEVELOPER_COOKIE, serializeSwitches(switches), { ...cookieOptions, encode: String });
  for (const name of QUERY_PARAMETERS) query.delete(name);
  const rest = query.size > 0 ? `?${query}` : "";
  // A path starting with `//` would redirect to another site.
  return reply.header("cache-control", "no-store").redirect(path.replace(/^\/+/, "/") + rest, 303);
}

function readOverride(text: string): [part: string, origin: string] {
  const [part = "", address = ""] = text.split(/@(.*)/s);
  const origin = parseDevServerOrigin(address);
  if (isPartName(part) && origin) return [part, origin];
  throw new HttpError(
    STATUS.badInput,
    "bad_override",
    "An override is a part and its dev server on this machine, like mf-public@http://localhost:3001.",
  );
}
