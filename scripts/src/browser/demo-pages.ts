import type { APIRequestContext } from "@playwright/test";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import { DEMO_ACCOUNTS } from "../demo/demo-people";

/** Who comes to the pages of the demo: somebody without an account, and its accounts. */
export const VISITORS = ["visitor", ...DEMO_ACCOUNTS.map(({ role }) => role)];

/** Those of {@link VISITORS} that a page is for; one for everyone is looked at as a visitor. */
export function rolesOf({ access }: RemoteRoute): string[] {
  if (access === "everyone") return ["visitor"];
  return access === "signed-in" ? VISITORS.filter((role) => role !== "visitor") : [...access];
}

/** What a site runs. */
export async function registryOf(siteUrl: string): Promise<Registry> {
  const answer = await fetch(`${siteUrl}/mf/registry.json`).catch(() =>
    Promise.reject(new Error(`No site answers at ${siteUrl}.`)),
  );
  return (await answer.json()) as Registry;
}

interface Shown {
  _id: string;
  entryCount: number;
}

/** What pages may be about, by its id. */
export type Things = Record<NonNullable<RemoteRoute["head"]>["from"] | "judged", string>;

/** A contest that somebody signed in like this may see all of (a creator's pages about one contest are for its owner), one that they judge for somebody else or else the same, a creator who has a page, and a contest that has a winner. */
export async function thingsFor(api: APIRequestContext, siteUrl: string, role: string): Promise<Things> {
  const { email } = DEMO_ACCOUNTS.find((demo) => demo.role === "creator")!;
  const address = role === "creator" ? `/api/my-contests/${email}` : "/api/popular-contests";
  const contests = (await (await api.get(siteUrl + address)).json()) as Shown[];
  const creators = (await (await api.get(`${siteUrl}/api/best-creators`)).json()) as Pick<Shown, "_id">[];
  const decided = (await (await api.get(`${siteUrl}/api/all-contests?phase=completed`)).json()) as Pick<Shown, "_id">[];
  const contest = contests.toSorted((a, b) => b.entryCount - a.entryCount)[0]!._id;
  const judged = (role === "visitor" ? [] : await (await api.get(`${siteUrl}/api/judging-invitations`)).json()) as {
    contest: Pick<Shown, "_id">;
  }[];
  return { winner: decided[0]!._id, contest, judged: judged[0]?.contest._id ?? contest, creator: creators[0]!._id };
}

/** The address of a page, with what it is about, normally a contest, wherever its path says which. */
export const addressOf = ({ path, head }: Pick<RemoteRoute, "path" | "head">, things: Things) =>
  path.replace(/:\w+/g, things[head?.from ?? (path.startsWith("/dashboard/judging/") ? "judged" : "contest")]);
