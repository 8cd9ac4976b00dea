import type { Variant } from "../variants/variant";

export interface BenchPage {
  name: string;
  /** `:id` is the contest's. */
  path: string;
  /** Selector of what somebody opens the page for. */
  content: string;
  /** Who must be signed in. */
  role?: "user" | "creator" | "admin";
}

const NOTICE = 'section[aria-labelledby="notices"] li';

export const PAGES: readonly BenchPage[] = [
  { name: "home", path: "/", content: 'main a[href^="/contest-details/"]' },
  { name: "all", path: "/all_contests", content: 'main a[href^="/contest-details/"]' },
  { name: "contest", path: "/contest-details/:id", content: "main article h1" },
  { name: "user", path: "/dashboard", content: NOTICE, role: "user" },
  { name: "creator", path: "/dashboard", content: NOTICE, role: "creator" },
  { name: "admin", path: "/dashboard", content: NOTICE, role: "admin" },
];

export const pathOf = ({ path }: BenchPage, contestId: string) => path.replace(":id", contestId);

/** A copy without scripts has no sessions. */
export const isServedBy = ({ role }: BenchPage, { hasSignedInPages }: Pick<Variant, "hasSignedInPages">) =>
  !role || hasSignedInPages;
