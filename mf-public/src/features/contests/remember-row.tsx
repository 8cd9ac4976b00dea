import { BellPlus, BellRing, CalendarPlus, Share2 } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useLocation } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { readContestCalendar } from "@conquest/shared/contracts/listing";
import { followContest } from "@conquest/shared/contracts/participation";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { pathOf } from "@conquest/shared/singletons/call";
import { config } from "@conquest/shared/singletons/config";
import { loginAddress } from "@conquest/shared/singletons/return-path";
import { toast } from "@conquest/shared/singletons/toast";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { DownloadLink } from "@conquest/shared/ui/download-link";
import { serverNow } from "@conquest/shared/ui/format/time";
import { ReportButton } from "./reporting/report-button";
import { share } from "./share";

interface Props {
  contest: ContestDetails;
}

/** What somebody may do who is not sure yet, or wants others to know. */
export function RememberRow({ contest, isPreview }: Props & { isPreview: boolean }) {
  const isAhead = contest.phase === "open";
  // To others the address says that there is no such contest, and its calendar is nobody's.
  const isOnShow = contest.isPublic || isPreview;
  return (
    <div
      role="group"
      aria-label="Remember and share"
      className="pu:-mx-3 pu:flex pu:flex-wrap pu:items-center pu:gap-x-1 pu:gap-y-2">
      {/* Whoever joined is reminded anyway, and the owner needs no reminder. */}
      {isAhead && !contest.viewer?.hasJoined && !contest.viewer?.isOwner && <Follow contest={contest} />}
      {isAhead && isOnShow && (
        <DownloadLink
          href={`${config().apiBase}${pathOf(readContestCalendar, { params: { id: contest._id } })}`}
          name="contest.ics"
          variant="ghost"
          size="sm">
          <CalendarPlus aria-hidden size={16} /> Add to calendar
        </DownloadLink>
      )}
      {isOnShow &&
        contest.phase !== "in_review" &&
        contest.phase !== "changes_requested" &&
        contest.phase !== "rejected" &&
        contest.phase !== "cancelled" && (
          <Button variant="ghost" size="sm" onClick={() => void share(contest.name)}>
            <Share2 aria-hidden size={16} /> Share
          </Button>
        )}
      {!isPreview && (
        <ReportButton
          reported={{ kind: "contest", id: contest._id }}
          may={contest.may.report}
          label="Report this contest"
        />
      )}
    </div>
  );
}

/** Forgotten with all drafts when somebody signs out. */
const WISH = "draft:follow";

/** A visitor wants to follow this contest: they do once they come back to it as somebody. Of this tab, so that no link can want it for them. */
function keepWish(contestId: string): void {
  try {
    sessionStorage.setItem(WISH, contestId);
  } catch {
    // Where storage is forbidden they press once more.
  }
}

/** What was wanted, once. */
function takeWish(): string | null {
  try {
    const wish = sessionStorage.getItem(WISH);
    sessionStorage.removeItem(WISH);
    return wish;
  } catch {
    return null;
  }
}

const DAY = 86_400_000;

/** In its last day the reminder comes at once. */
const reminded = (deadline: string) =>
  Date.parse(deadline) - serverNow() > DAY
    ? "You will be reminded a day before it closes."
    : "You follow it. It closes in less than a day.";

function Follow({ contest: { _id, viewer, deadline } }: Props) {
  const { pathname } = useLocation();
  const follow = useCall(followContest);
  const set = (isFollowing: boolean) =>
    follow.mutate(
      { params: { contestId: _id }, body: { isFollowing } },
      {
        onSuccess: (now) => toast.success(now.isFollowing ? reminded(deadline) : "You will not be reminded."),
        onError: ({ message }) => toast.error(message),
      },
    );
  const fulfil = useEffectEvent(() => {
    if (takeWish() === _id && viewer && !viewer.isFollowing) set(true);
  });
  const isKnown = viewer !== null;
  useEffect(() => {
    if (isKnown) fulfil();
  }, [isKnown]);
  // Drawn while nobody knows who is there, it is drawn for visitors.
  if (!viewer) {
    return (
      <ButtonLink variant="ghost" size="sm" to={loginAddress(pathname)} rel="nofollow" onClick={() => keepWish(_id)}>
        <BellPlus aria-hidden size={16} /> Follow
      </ButtonLink>
    );
  }
  const { isFollowing } = viewer;
  const Icon = isFollowing ? BellRing : BellPlus;
  return (
    <Button variant="ghost" size="sm" isBusy={follow.isPending} onClick={() => set(!isFollowing)}>
      <Icon aria-hidden size={16} /> {isFollowing ? "Following" : "Follow"}
    </Button>
  );
}
