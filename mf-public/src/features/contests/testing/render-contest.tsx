import { screen } from "@testing-library/react";
import type { ContestPermissions, ContestDetails } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, samplePermissions, sampleId } from "@conquest/shared/testing/samples";
import { stub, type Stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../../routes";

export const PATH = `/contest-details/${sampleId(1)}`;
export const CLOSED = "This contest is closed: its deadline has passed.";

/** A signed-in viewer without any relation to the contest, except the given fields. */
export const aViewer = (overrides: Partial<NonNullable<ContestDetails["viewer"]>> = {}) => ({
  isOwner: false,
  isJudge: false,
  hasJoined: false,
  paidAmount: null,
  hasSubmitted: false,
  leavesUntil: null,
  isWinner: false,
  isFollowing: false,
  ...overrides,
});

export const renderContest = (
  contest: Partial<ContestDetails>,
  session: "signed-out" | object = "signed-out",
  answers: Stub[] = [],
  path = PATH,
) =>
  renderAt(path, PublicRoutes, { session, answers: [stub(getContestDetails, aContestDetails(contest)), ...answers] });

export const panel = () => screen.findByRole("complementary", { name: "Join this contest" });

/** Contest responses before a deadline and from then on. */
export const contestsAround = (
  deadline: number,
  before: Partial<ContestPermissions>,
  after: Partial<ContestPermissions>,
  overrides: Partial<ContestDetails> = {},
) =>
  aContestDetails({
    deadline: new Date(deadline).toISOString(),
    ...(Date.now() < deadline
      ? { may: samplePermissions(before) }
      : { may: samplePermissions(after), phase: "judging" }),
    ...overrides,
  });
