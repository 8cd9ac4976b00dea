import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { listAnnouncements } from "@conquest/shared/contracts/announcements";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { LoadMore } from "@conquest/shared/ui/list/load-more";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { useFocusHashTarget } from "../use-focus-hash-target";

interface Props {
  contestId: string;
  limit: number;
  skeleton: ReactNode;
}

export default function Announcements({ contestId, limit, skeleton }: Props) {
  const announcements = useInfiniteQuery(pages(listAnnouncements, { params: { contestId }, query: { limit } }));
  useFocusHashTarget("#news", "news-heading");
  return (
    <QueryView query={announcements} skeleton={skeleton}>
      {(data) => {
        const shown = data.pages.flatMap((page) => page.items);
        return (
          <>
            <ul className="pu:flex pu:flex-col pu:gap-5">
              {shown.map(({ _id, text, at, sentTo }) => (
                <li key={_id} className="pu:flex pu:flex-col pu:gap-1">
                  <p className="cq-hint">
                    <T
                      text="{n, plural, one {{time}, to # person} other {{time}, to # people}}"
                      n={sentTo}
                      time={<RelativeTime at={at} />}
                    />
                  </p>
                  <UserText>{text}</UserText>
                </li>
              ))}
            </ul>
            {(announcements.hasNextPage || data.pages.length > 1) && (
              <LoadMore list={announcements} shown={shown.length} failed={t("Couldn't load more announcements")} />
            )}
          </>
        );
      }}
    </QueryView>
  );
}
