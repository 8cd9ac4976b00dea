import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  DEVELOPER_COOKIE,
  isPartName,
  localOrigin,
  readSwitches,
  writeSwitches,
  type Switches,
} from "@conquest/shared/contracts/parts/developer";
import { STATUS } from "@conquest/shared/contracts/http/errors";
import type { Config } from "../../config/config";
import { HttpError } from "../../platform/errors";

type Setting = Pick<Config, "developerPanel">;

/** What the browser that asks has switched; null where it is to have no developer panel. */
export function switchesOf({ cookies }: Pick<FastifyRequest, "cookies">, { developerPanel }: Setting): Switches | null {
  const said = cookies[DEVELOPER_COOKIE];
  if (developerPanel === "off" || (developerPanel === "allowed" && said === undefined)) return null;
  return readSwitches(said ?? "");
}

/** The dev servers that parts of this browser's pages come from. */
export const originsOf = (switches: Switches | null) => [
  ...new Set(Object.values(switches ?? {}).filter((value) => localOrigin(value) !== null)),
];

/** How a page's address asks for the panel: `?developer`, `?developer=off`, `?override=mf-public@http://localhost:3001`. */
const ASKED = ["developer", "override"];

/**
 * Does what the query of a page's address asks of the panel and sends the browser on to the page itself; undefined where it asks
 * nothing, or nobody may. Refuses what comes from another machine, or by a link of another site: whoever follows that asked for nothing.
 */
export function answerDeveloper(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Pick<Config, "developerPanel" | "publicUrl">,
): FastifyReply | undefined {
  if (config.developerPanel === "off" || !request.url.includes("?")) return undefined;
  const [path = "", search] = request.url.split(/\?(.*)/s);
  const query = new URLSearchParams(search);
  if (!ASKED.some((name) => query.has(name))) return undefined;
  if (["cross-site", "same-site"].includes(String(request.headers["sec-fetch-site"]))) {
    throw new HttpError(
      STATUS.badInput,
      "foreign_link",
      "Type this address yourself: a link of another site cannot open the developer panel.",
    );
  }
  const switches = {
    ...switchesOf(request, config),
    ...Object.fromEntries(query.getAll("override").map(readOverride)),
  };
  const cookie = { path: "/", sameSite: "lax", secure: config.publicUrl.startsWith("https:") } as const;
  // As it is: the page's own code reads it, too.
  if (query.get("developer") === "off") reply.clearCookie(DEVELOPER_COOKIE, cookie);
  else reply.setCookie(DEVELOPER_COOKIE, writeSwitches(switches), { ...cookie, encode: String });
  for (const name of ASKED) query.delete(name);
  const rest = query.size > 0 ? `?${query}` : "";
  // With two slashes at its beginning it would be another site's address.
  return reply.header("cache-control", "no-store").redirect(path.replace(/^\/+/, "/") + rest, 303);
}

function readOverride(text: string): [part: string, origin: string] {
  const [part = "", address = ""] = text.split(/@(.*)/s);
  const origin = localOrigin(address);
  if (isPartName(part) && origin) return [part, origin];
  throw new HttpError(
    STATUS.badInput,
    "bad_override",
    "An override is a part and its dev server on this machine, like mf-public@http://localhost:3001.",
  );
}
