import { useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router-dom";
import { leaveWaitingList, listWaitingContests, type WaitingContest } from "@conquest/shared/contracts/waiting-list";
import { pages, useCall } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { Section } from "@conquest/shared/ui/page/section";

export default function WaitingContests() {
  const id = useId();
  const list = useInfiniteQuery(pages(listWaitingContests));
  const contests = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (contests.length === 0) return null;
  return (
    <Section headingId={id} title={t("Waiting lists")} className="du:mb-8 du:flex du:flex-col du:gap-4">
      <ul className="du:flex du:flex-col du:gap-3">
        {contests.map((contest) => (
          <WaitingRow key={contest._id} contest={contest} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="secondary" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t("Show more")}
        </Button>
      )}
    </Section>
  );
}

function WaitingRow({ contest: { _id, name, phase, waiting, waitingCount } }: { contest: WaitingContest }) {
  const format = useDateTimeFormat();
  const leave = useCall(leaveWaitingList);
  const { position, offerEndsAt } = waiting;
  // Its page is not shown under review.
  const isOpen = phase === "open";
  const confirm = () =>
    leave.mutate(
      { params: { contestId: _id } },
      {
        onSuccess: () => toast.success(t("You left the waiting list")),
        onError: ({ message }) => toast.error(message),
      },
    );
  return (
    <li className="cq-panel du:flex du:flex-wrap du:items-center du:justify-between du:gap-x-6 du:gap-y-3">
      <div className="du:min-w-0 du:flex-[1_1_14rem]">
        {isOpen ? (
          <Link
            id={`waiting-${_id}`}
            to={`/contest-details/${_id}`}
            dir="auto"
            lang={langOf(name)}
            className="cq-link du:font-semibold du:wrap-anywhere">
            {name}
          </Link>
        ) : (
          <span
            id={`waiting-${_id}`}
            dir="auto"
            lang={langOf(name)}
            className="du:block du:font-semibold du:wrap-anywhere">
            {name}
          </span>
        )}
        <p>
          {!isOpen ? (
            t("This contest is under review again. You keep your place on the waiting list.")
          ) : offerEndsAt ? (
            <T
              text="A spot is held for you until {time}."
              time={<time dateTime={offerEndsAt}>{format(offerEndsAt)}</time>}
            />
          ) : (
            t("You're number {n} of {all} on the waiting list.", {
              n: position ?? 1,
              all: Math.max(position ?? 1, waitingCount),
            })
          )}
        </p>
      </div>
      <div className="du:flex du:flex-wrap du:gap-2">
        <Button
          variant="ghost"
          size="sm"
          isBusy={leave.isPending}
          onClick={confirm}
          aria-describedby={`waiting-${_id}`}>
          {t(offerEndsAt ? "Decline the spot" : "Leave the waiting list")}
        </Button>
        {offerEndsAt && (
          <ButtonLink to={`/contest-details/${_id}/payment`} size="sm" aria-describedby={`waiting-${_id}`}>
            {t("Register")}
          </ButtonLink>
        )}
      </div>
    </li>
  );
}
