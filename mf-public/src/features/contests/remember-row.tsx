import { BellPlus, BellRing, CalendarPlus, CodeXml, Share2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { readContestCalendar } from "@conquest/shared/contracts/listing";
import { followContest } from "@conquest/shared/contracts/participation";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { pathOf } from "@conquest/shared/singletons/call";
import { config } from "@conquest/shared/singletons/config";
import { language, t } from "@conquest/shared/singletons/language";
import { loginUrl } from "@conquest/shared/singletons/return-path";
import { toast } from "@conquest/shared/singletons/toast";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { DownloadLink } from "@conquest/shared/ui/download-link";
import type { EmbedDialogProps } from "@conquest/shared/ui/contest/embed-dialog";
import { serverNow } from "@conquest/shared/ui/format/time";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";
import { ReportButton } from "./reporting/report-button";
import { share } from "./share";

const EmbedDialog = lazyComponent<EmbedDialogProps>(
  () => import(/* webpackChunkName: "embed-dialog" */ "@conquest/shared/ui/contest/embed-dialog"),
);

interface Props {
  contest: ContestDetails;
}

export function RememberRow({ contest, isPreview }: Props & { isPreview: boolean }) {
  const isAhead = contest.phase === "open";
  // For others the page is a 404, and its calendar is unavailable.
  const isOnShow = contest.isPublic || isPreview;
  return (
    <div
      role="group"
      aria-label={t("Follow and share")}
      className="pu:-mx-3 pu:flex pu:flex-wrap pu:items-center pu:gap-x-1 pu:gap-y-2">
      {isAhead && isOnShow && (
        <DownloadLink
          href={`${config().apiBase}${pathOf(readContestCalendar, { params: { id: contest._id } })}?language=${language()}`}
          name="contest.ics"
          variant="ghost"
          size="sm">
          <CalendarPlus aria-hidden size={16} /> {t("Add to calendar")}
        </DownloadLink>
      )}
      {isOnShow &&
        contest.visibility !== "private" &&
        contest.phase !== "in_review" &&
        contest.phase !== "changes_requested" &&
        contest.phase !== "rejected" &&
        contest.phase !== "cancelled" && (
          <>
            <Button variant="ghost" size="sm" onClick={() => void share(contest.name)}>
              <Share2 aria-hidden size={16} /> {t("Share")}
            </Button>
            {!isPreview && <Embed contest={contest} />}
          </>
        )}
      {!isPreview && (
        <ReportButton
          reported={{ kind: "contest", id: contest._id }}
          may={contest.may.report}
          hasReported={contest.viewer?.hasReported}
          label={t("Report this contest")}
        />
      )}
      {/* Participants are reminded anyway, and the owner needs no reminder. Last, so that nothing moves without it. */}
      {isAhead &&
        !contest.viewer?.hasJoined &&
        (contest.viewer?.isOwner ? <OwnerSpace /> : <Follow contest={contest} />)}
    </div>
  );
}

function Embed({ contest }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => whenLoaded(EmbedDialog, () => setIsOpen(true))}>
        <CodeXml aria-hidden size={16} /> {t("Embed")}
      </Button>
      {isOpen && <EmbedDialog contest={contest} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** As large as the two buttons that an owner sees until the session is known: their row must not vanish on phones. */
const OwnerSpace = () =>
  [t("Report"), t("Follow")].map((label) => (
    <span key={label} aria-hidden="true" className="cq-button cq-button-ghost cq-button-sm pu:invisible">
      <BellPlus size={16} /> {label}
    </span>
  ));

/** Deleted with all drafts on sign-out. */
const PENDING_FOLLOW = "draft:follow";

/** Remembers what a visitor wants to follow until the sign-in; in sessionStorage, so that no link can trigger it. */
function storePendingFollow(contestId: string): void {
  try {
    sessionStorage.setItem(PENDING_FOLLOW, contestId);
  } catch {
    // Storage is blocked: the user has to press the button again.
  }
}

function takePendingFollow(): string | null {
  try {
    const id = sessionStorage.getItem(PENDING_FOLLOW);
    sessionStorage.removeItem(PENDING_FOLLOW);
    return id;
  } catch {
    return null;
  }
}

const DAY_MS = 86_400_000;

/** On the last day the reminder is sent at once. */
const reminderText = (deadline: string) =>
  t(
    Date.parse(deadline) - serverNow() > DAY_MS
      ? "Following. We'll remind you a day before it closes."
      : "Following. It closes in less than a day.",
  );

function Follow({ contest: { _id, viewer, deadline } }: Props) {
  const { pathname } = useLocation();
  const follow = useCall(followContest);
  const set = (isFollowing: boolean) =>
    follow.mutate(
      { params: { contestId: _id }, body: { isFollowing } },
      {
        onSuccess: (result) =>
          toast.success(result.isFollowing ? reminderText(deadline) : t("Unfollowed. No more reminders.")),
        onError: ({ message }) => toast.error(message),
      },
    );
  const followIfPending = useEffectEvent(() => {
    if (takePendingFollow() === _id && viewer && !viewer.isFollowing) set(true);
  });
  const isKnown = viewer !== null;
  useEffect(() => {
    if (isKnown) followIfPending();
  }, [isKnown]);
  // Rendered for visitors until the session is known.
  if (!viewer) {
    return (
      <ButtonLink
        variant="ghost"
        size="sm"
        to={loginUrl(pathname)}
        rel="nofollow"
        onClick={() => storePendingFollow(_id)}>
        <BellPlus aria-hidden size={16} /> {t("Follow")}
      </ButtonLink>
    );
  }
  const { isFollowing } = viewer;
  const Icon = isFollowing ? BellRing : BellPlus;
  return (
    <Button variant="ghost" size="sm" isBusy={follow.isPending} onClick={() => set(!isFollowing)}>
      <Icon aria-hidden size={16} /> {t(isFollowing ? "Following" : "Follow")}
    </Button>
  );
}
