import type { APIRequestContext } from "@playwright/test";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import { DEMO_ACCOUNTS } from "../demo/demo-people";

export const VISITORS = ["visitor", ...DEMO_ACCOUNTS.map(({ role }) => role)];

export function rolesOf({ access }: RemoteRoute): string[] {
  if (access === "everyone") return ["visitor"];
  return access === "signed-in" ? VISITORS.filter((role) => role !== "visitor") : [...access];
}

export async function registryOf(siteUrl: string): Promise<Registry> {
  const response = await fetch(`${siteUrl}/mf/registry.json`).catch(() =>
    Promise.reject(new Error(`No site found at ${siteUrl}.`)),
  );
  return (await response.json()) as Registry;
}

interface ListItem {
  _id: string;
  entryCount: number;
}

export type DemoIds = Record<NonNullable<RemoteRoute["head"]>["from"] | "judged" | "payment", string>;

/**
 * Returns a visible contest (for creators their own), one to judge if any, a creator, a completed contest and the
 * number of a payment.
 */
export async function demoIdsFor(api: APIRequestContext, siteUrl: string, role: string): Promise<DemoIds> {
  const { email } = DEMO_ACCOUNTS.find((demo) => demo.role === "creator")!;
  const address = role === "creator" ? `/api/my-contests/${email}` : "/api/popular-contests";
  const contests = (await (await api.get(siteUrl + address)).json()) as ListItem[];
  const creators = (await (await api.get(`${siteUrl}/api/best-creators`)).json()) as Pick<ListItem, "_id">[];
  const decided = (await (await api.get(`${siteUrl}/api/all-contests?phase=completed`)).json()) as Pick<
    ListItem,
    "_id"
  >[];
  const contest = contests.toSorted((a, b) => b.entryCount - a.entryCount)[0]!._id;
  const judged = (role === "visitor" ? [] : await (await api.get(`${siteUrl}/api/judging-invitations`)).json()) as {
    contest: Pick<ListItem, "_id">;
  }[];
  const payments = (role === "visitor" ? [] : await (await api.get(`${siteUrl}/api/payments?kind=payment`)).json()) as {
    number: number;
  }[];
  return {
    winner: decided[0]!._id,
    contest,
    judged: judged[0]?.contest._id ?? contest,
    creator: creators[0]!._id,
    payment: String(payments[0]?.number ?? 1),
  };
}

export const addressOf = ({ path, head }: Pick<RemoteRoute, "path" | "head">, things: DemoIds) =>
  path
    .replace(":number", things.payment)
    .replace(/:\w+/g, things[head?.from ?? (path.startsWith("/dashboard/judging/") ? "judged" : "contest")]);
