import { Link } from "react-router-dom";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { CONTEST_GROUPS, type ContestGroup, type countMyContests } from "@conquest/shared/contracts/publishing";
import { digits, msg, t } from "@conquest/shared/singletons/language";
import { buttonClass } from "@conquest/shared/ui/button";
import { DRAFTS_PATH } from "./drafts/draft-name";

const LABELS: Record<ContestGroup, string> = {
  review: msg("Before opening"),
  open: msg("Open"),
  judging: msg("Judging"),
  done: msg("Done"),
};
const GROUPS = Object.keys(LABELS) as ContestGroup[];

/** The group of a phase in the URL; undefined for none or an unknown one. */
export const groupOf = (phase: string | undefined) =>
  GROUPS.find((group) => CONTEST_GROUPS[group].some((each) => each === phase));

interface Props {
  current: ContestGroup | "all" | "drafts" | undefined;
  /** Search that the other groups keep. */
  q?: string | undefined;
  hasDrafts: boolean;
  counts: ResponseOf<typeof countMyContests> | undefined;
}

export function ContestGroups({ current, q, hasDrafts, counts }: Props) {
  const pathTo = (phase: string) => {
    const search = new URLSearchParams({ ...(phase && { phase }), ...(q && { q }) });
    return current === "drafts" ? `/dashboard/my_created_contests?${search}` : `?${search}`;
  };
  const total = counts && counts.review + counts.open + counts.judging + counts.done;
  const tabs = [
    { key: "all", label: t("All"), count: total, to: pathTo("") },
    ...(hasDrafts ? [{ key: "drafts", label: t("Drafts"), count: counts?.drafts, to: DRAFTS_PATH }] : []),
    ...GROUPS.map((group) => ({
      key: group,
      label: t(LABELS[group]),
      count: counts?.[group],
      to: pathTo(CONTEST_GROUPS[group][0]),
    })),
  ];
  return (
    <nav aria-label={t("Contests by status")}>
      <ul className="cq-filter-chips">
        {tabs.map(({ key, label, count, to }) => (
          <li key={key}>
            <Link
              to={to}
              aria-current={key === current || undefined}
              className={buttonClass({ variant: key === current ? "primary" : "secondary", size: "sm" })}>
              {label}{" "}
              <span className="dc:min-w-[2ch] dc:text-center dc:tabular-nums">
                {count !== undefined && digits(count)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
