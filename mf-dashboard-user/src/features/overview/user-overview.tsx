import { Link } from "react-router-dom";
import type { getMyOverview, MyOverview, UpcomingDeadline } from "@conquest/shared/contracts/overview";
import { useAccount } from "@conquest/shared/singletons/session-store";
import type { BadgeContent } from "@conquest/shared/ui/badge";
import { badgeOf } from "@conquest/shared/ui/format/labels";
import { pluralize } from "@conquest/shared/ui/format/text";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { Checklist, profileItem } from "./checklist";
import { Tiles, type ViewProps } from "./tiles";
import { Timeline } from "./timeline";

const JOINED = "/dashboard/my_participated_contests";
const TO_SUBMIT = `${JOINED}?group=to_do`;
const OPEN_CONTESTS = "/all_contests?phase=open";

const isEmpty = ({ joinedCount, wonCount }: MyOverview) => joinedCount === 0 && wonCount === 0;

export const Figures = (props: ViewProps<typeof getMyOverview>) => (
  <>
    {!props.overview.hasSubmitted && <FirstSteps {...props} />}
    {!isEmpty(props.overview) && <Numbers {...props} />}
  </>
);

/** Shown until the first entry is submitted. */
function FirstSteps({ overview: { joinedCount, hasSubmitted, isFollowing } }: ViewProps<typeof getMyOverview>) {
  const account = useAccount();
  return (
    <Checklist
      items={[
        profileItem(account),
        {
          to: OPEN_CONTESTS,
          title: "Follow a contest",
          text: "Its deadline appears on this page.",
          isDone: isFollowing,
        },
        { to: OPEN_CONTESTS, title: "Join a contest", text: "Choose one that suits you.", isDone: joinedCount > 0 },
        { to: JOINED, title: "Submit an entry", text: "You can change it until the deadline.", isDone: hasSubmitted },
      ]}
    />
  );
}

function Numbers({ overview }: ViewProps<typeof getMyOverview>) {
  const { joinedCount, leftCount = 0, toSubmitCount, wonCount, next } = overview;
  const joined = joinedCount === 1 ? "contest" : "contests";
  return (
    <Tiles
      label="Your contests in numbers"
      tiles={[
        {
          to: JOINED,
          name: "Joined",
          value: joinedCount,
          hint: leftCount > 0 ? `${joined}, and left ${leftCount}` : joined,
        },
        {
          to: TO_SUBMIT,
          name: "To submit",
          value: toSubmitCount,
          hint: toSubmitCount === 1 ? "entry missing" : "entries missing",
          isUrgent: toSubmitCount > 0,
        },
        {
          to: JOINED,
          name: "Next deadline",
          value: next ? <RelativeTime at={next.deadline} isDeadline /> : "None",
          hint: next ? <bdi>{next.contest.name}</bdi> : "No open contests",
        },
        {
          to: "/dashboard/my_winning_contests",
          name: "Won",
          value: wonCount,
          hint: wonCount === 1 ? "contest" : "contests",
        },
      ]}
    />
  );
}

const RELATIONS: Record<string, BadgeContent> = { followed: { label: "Following", tone: "neutral" } };

function badgeOfDeadline({ relation, hasSubmitted }: UpcomingDeadline): BadgeContent {
  if (relation !== "joined") return badgeOf(RELATIONS, relation);
  return hasSubmitted ? { label: "Submitted", tone: "info" } : { label: "No entry", tone: "warning" };
}

export const Sections = ({ overview: { upcoming, upcomingCount } }: ViewProps<typeof getMyOverview>) => (
  <Timeline
    title="Upcoming deadlines"
    entries={upcoming.map((deadline) => ({
      to: `/contest-details/${deadline.contest._id}`,
      name: deadline.contest.name,
      event: "Closes",
      at: deadline.deadline,
      badge: badgeOfDeadline(deadline),
    }))}
    empty="Contests you join or follow appear here until they close."
    more={
      upcomingCount > upcoming.length && (
        <>
          {pluralize(upcomingCount - upcoming.length, "more deadline", "more deadlines")} in{" "}
          <Link className="cq-link" to={JOINED}>
            joined contests
          </Link>{" "}
          and{" "}
          <Link className="cq-link" to="/dashboard/followed_contests">
            followed contests
          </Link>
        </>
      )
    }
  />
);
