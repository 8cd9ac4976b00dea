import {
  getContestDetails,
  listContests,
  listPopularContests,
  searchContests,
} from "@conquest/shared/contracts/listing";
import { listNotices } from "@conquest/shared/contracts/messages";
import { listParticipatedContests } from "@conquest/shared/contracts/participation";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import { listContestsUnfiltered } from "@conquest/shared/contracts/review";
import { getUser, listUsers } from "@conquest/shared/contracts/users";
import { pathOf } from "./questions";
import type { Facts } from "./servers";

export interface Call {
  path(facts: Facts): string;
  who?: "user" | "creator" | "admin";
}

export const CALLS: Record<string, Call> = {
  "popular contests": { path: () => pathOf(listPopularContests) },
  "all contests": { path: () => pathOf(listContests) },
  "a contest": { path: ({ openIds }) => pathOf(getContestDetails, { id: openIds.at(-1)! }) },
  search: { path: () => pathOf(searchContests, { searchTerm: "jury" }) },
  "a contest, signed in": { who: "user", path: ({ openIds }) => pathOf(getContestDetails, { id: openIds.at(-1)! }) },
  "own account": { who: "user", path: ({ user }) => pathOf(getUser, { email: user.email }) },
  participated: { who: "user", path: ({ user }) => pathOf(listParticipatedContests, { email: user.email }) },
  notices: { who: "user", path: () => pathOf(listNotices) },
  "own contests": { who: "creator", path: ({ creator }) => pathOf(listMyContests, { email: creator.email }) },
  "managed contests": { who: "admin", path: () => pathOf(listContestsUnfiltered) },
  users: { who: "admin", path: () => pathOf(listUsers) },
};
