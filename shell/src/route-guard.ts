import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import type { Session } from "@conquest/shared/singletons/session-store";
import { hasAccess } from "./registry/site-map";

/** Only for convenience; the server enforces access. */
export type RouteGuardResult = "render" | "wait" | "sign-in" | "wrong-role";

export function guardRoute(
  { access, alsoFor }: Pick<RemoteRoute, "access" | "alsoFor">,
  { phase, account }: Pick<Session, "phase" | "account">,
): RouteGuardResult {
  if (access === "everyone") return "render";
  if (phase === "loading") return "wait";
  if (phase === "signed-out" || !account) return "sign-in";
  return access === "signed-in" || hasAccess(access, alsoFor, account) ? "render" : "wrong-role";
}
