import { Link } from "react-router-dom";
import type { getMyOverview, MyOverview, UpcomingDeadline } from "@conquest/shared/contracts/overview";
import { msg, T, t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import type { BadgeContent } from "@conquest/shared/ui/badge";
import { badgeOf } from "@conquest/shared/ui/format/labels";
import { formatNumber } from "@conquest/shared/ui/format/text";

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
          title: t("Follow a contest"),
          text: t("Its deadline appears on this page."),
          isDone: isFollowing,
        },
        {
          to: OPEN_CONTESTS,
          title: t("Join a contest"),
          text: t("Choose one that suits you."),
          isDone: joinedCount > 0,
        },
        {
          to: JOINED,
          title: t("Submit an entry"),
          text: t("You can change it until the deadline."),
          isDone: hasSubmitted,
        },
      ]}
    />
  );
}

function Numbers({ overview }: ViewProps<typeof getMyOverview>) {
  const { joinedCount, leftCount = 0, toSubmitCount, wonCount, next } = overview;

  return (
    <Tiles
      label={t("Your contests in numbers")}
      tiles={[
        {
          to: JOINED,
          name: t("Joined"),
          value: formatNumber(joinedCount),
          hint:
            leftCount > 0
              ? t(joinedCount === 1 ? "contest, and left {n}" : "contests, and left {n}", { n: leftCount })
              : t(joinedCount === 1 ? "contest" : "contests"),
        },
        {
          to: TO_SUBMIT,
          name: t("To submit"),
          value: formatNumber(toSubmitCount),
          hint: t(toSubmitCount === 1 ? "entry missing" : "entries missing"),
          isUrgent: toSubmitCount > 0,
        },
        {
          to: JOINED,
          name: t("Next deadline"),
          value: next ? <RelativeTime at={next.deadline} isDeadline /> : t("None"),
          hint: next ? <bdi>{next.contest.name}</bdi> : t("No open contests"),
        },
        {
          to: "/dashboard/my_winning_contests",
          name: t("Won"),
          value: formatNumber(wonCount),
          hint: t(wonCount === 1 ? "contest" : "contests"),
        },
      ]}
    />
  );
}

const RELATIONS: Record<string, BadgeContent> = { followed: { label: msg("Following"), tone: "neutral" } };

function badgeOfDeadline({ relation, hasSubmitted }: UpcomingDeadline): BadgeContent {
  if (relation !== "joined") return badgeOf(RELATIONS, relation);
  return hasSubmitted ? { label: msg("Submitted"), tone: "info" } : { label: msg("No entry"), tone: "warning" };
}

export const Sections = ({ overview: { upcoming, upcomingCount } }: ViewProps<typeof getMyOverview>) => (
  <Timeline
    title={t("Upcoming deadlines")}
    entries={upcoming.map((deadline) => ({
      to: `/contest-details/${deadline.contest._id}`,
      name: deadline.contest.name,
      event: msg("Closes {time}"),
      at: deadline.deadline,
      badge: badgeOfDeadline(deadline),
    }))}
    empty={t("Contests you join or follow appear here until they close.")}
    more={
      upcomingCount > upcoming.length && (
        <T
          text="{n, plural, one {# more deadline in <a>joined contests</a> and <b>followed contests</b>} other {# more deadlines in <a>joined contests</a> and <b>followed contests</b>}}"
          n={upcomingCount - upcoming.length}
          a={<Link className="cq-link" to={JOINED} />}
          b={<Link className="cq-link" to="/dashboard/followed_contests" />}
        />
      )
    }
  />
);
