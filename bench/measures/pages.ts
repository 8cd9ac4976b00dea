import type { Variant } from "../variants/variant";

export interface BenchPage {
  name: string;
  /** May contain `:id`, the contest id. */
  path: string;
  content: string;
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

/** Returns false for signed-in pages of the static copy, which has no sessions. */
export const isServedBy = ({ role }: BenchPage, { hasSignedInPages }: Pick<Variant, "hasSignedInPages">) =>
  !role || hasSignedInPages;
