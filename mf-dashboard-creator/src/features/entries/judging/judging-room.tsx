import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense, useRef, useState } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { getJudgedEntry, getJudging, listJudgedEntries } from "@conquest/shared/contracts/judging/judging";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { Button } from "@conquest/shared/ui/button";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { FilterBar } from "@conquest/shared/ui/list/filter-bar";
import { useOptimisticSearchParams } from "@conquest/shared/ui/page/use-optimistic-search-params";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { NearResults } from "@conquest/shared/ui/list/near-results";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { useKeyboardShortcuts } from "@conquest/shared/ui/page/use-keyboard-shortcuts";
import { usePrefetchEntries, useEntryNavigation, useStableEntries } from "./use-entry-navigation";
import { filterChoices, useEntryFilters } from "./entry-filters";
import { EntryList, JudgingProgress } from "./entry-list";
import { EntryPane, SHORTLIST_BUTTON, EntryNavigation, LazyCommentForm } from "./entry-pane";
import { useRatingAutosave, useUnsavedComments } from "./saving/use-rating-autosave";
import { isOnScreen, pressRating } from "./rating/rating-keys";
import type { Props as UnsavedElsewhereProps } from "./saving/unsaved-elsewhere";
import { CannotRate, JudgingOver, judgingClosedReason } from "./over/judging-closed";
import { usePreload, useDialog } from "@conquest/shared/ui/page/use-dialog";

/** Shares a chunk with the comment form, which usually causes it. */
const UnsavedElsewhere = lazyComponent<UnsavedElsewhereProps>(
  () => import(/* webpackChunkName: "word-form" */ "./saving/unsaved-elsewhere"),
);

const DeclareWinnerDialog = lazyComponent(
  () => import(/* webpackChunkName: "declare-winner-dialog" */ "./declare-winner-dialog"),
);
const KeysDialog = lazyComponent(() => import(/* webpackChunkName: "keys-dialog" */ "./keys-dialog"));

/** List of entries beside the open one; on phones one after the other. */
export function JudgingRoom({ contest }: { contest: ContestDetails }) {
  const { _id: contestId, may, phase, viewer } = contest;
  const canRate = may.rateEntries.isAllowed;
  const canChoose = may.declareWinner.isAllowed;
  // The shortlist is shared by those who choose the winner; co-judges have none.
  const sharesShortlist = canChoose || !viewer?.isJudge;
  const address = useOptimisticSearchParams();
  const [params, setParams] = address;
  const { sought, isFiltered } = useEntryFilters();
  const judging = useQuery(query(getJudging, { params: { contestId } }));
  const list = useInfiniteQuery(pages(listJudgedEntries, { params: { contestId }, query: sought }));
  const rows = useStableEntries(contestId, list.data, JSON.stringify(sought));
  const total = Math.max(rows.length, list.data?.pages[0]?.total ?? 0);
  // Optimistic URL: a key pressed before the next entry is rendered already applies to it.
  const requestedId = params.get("entry") ?? undefined;
  const openId = requestedId ?? rows[0]?._id;
  const at = rows.findIndex(({ _id }) => _id === openId);
  const entry = useQuery({
    ...query(getJudgedEntry, { params: { contestId, entryId: openId ?? "" } }),
    enabled: openId !== undefined,
  });
  usePrefetchEntries(contestId, { list, rows, at, isOpened: entry.data !== undefined });
  const saves = useRatingAutosave(contestId, canRate);
  const unsent = useUnsavedComments(entry.data ? [...rows, entry.data] : rows, saves);
  const { pane, heading, open, step, isStepping } = useEntryNavigation({
    list,
    rows,
    at,
    requestedId,
    openId,
    renderedId: entry.data?._id,
    setParams,
  });
  // If another entry is opened behind the dialog (Back, search), the question no longer applies.
  const [chosen, setChosen] = useState<Pick<ContestEntry, "_id" | "label">>();
  if (chosen && chosen._id !== openId) setChosen(undefined);
  const searchBar = useRef<HTMLDivElement>(null);

  usePreload(canRate, LazyCommentForm, JudgingOver, UnsavedElsewhere);
  usePreload(canChoose, DeclareWinnerDialog);
  const keys = useDialog(KeysDialog);
  const showKeys = () => keys.open({ hasShortlist: sharesShortlist, hasCriteria: contest.criteria.length > 0 });

  const backToList = () => setParams({ entry: "" });
  const clear = () => setParams({ q: "", sort: "", show: "" });
  // A key that follows a step to an entry that is still being loaded is not meant for the open one.
  const press = (selector: string) => {
    if (isStepping()) return;
    const button = pane.current?.querySelector<HTMLElement>(selector);
    if (button && isOnScreen(button)) button.click();
  };
  const rate = (rating: number) => pane.current && !isStepping() && pressRating(pane.current, rating);
  useKeyboardShortcuts({
    j: () => step(1),
    k: () => step(-1),
    1: () => rate(1),
    2: () => rate(2),
    3: () => rate(3),
    4: () => rate(4),
    5: () => rate(5),
    s: () => press(`#${SHORTLIST_BUTTON}`),
    "/": () => searchBar.current?.querySelector("input")?.focus(),
    "?": showKeys,
  });

  const closedReason = judgingClosedReason(judging.error);
  if (closedReason) return <JudgingOver why={closedReason} unsaved={unsent.unsaved} />;
  const seesJudges = judging.data?.seesJudges ?? false;
  const failedElsewhere = canRate ? saves.failed.filter(({ entryId }) => entryId !== openId) : [];
  return (
    <section aria-labelledby="entries">
      <h2 id="entries" className="cq-visually-hidden">
        Entries
      </h2>
      {judging.data && canRate && (
        <JudgingProgress
          {...judging.data}
          shortlistedCount={sharesShortlist ? judging.data.shortlistedCount : null}
          onKeys={showKeys}
        />
      )}
      {failedElsewhere.length > 0 && (
        <Suspense fallback={null}>
          <UnsavedElsewhere saves={failedElsewhere} />
        </Suspense>
      )}
      {!canRate && unsent.unsaved.length > 0 && (
        <Suspense fallback={null}>
          <CannotRate contest={contest} unsaved={unsent.unsaved} />
        </Suspense>
      )}
      <div className="dc:grid dc:items-start dc:gap-6 dc:lg:grid-cols-[minmax(16rem,22rem)_minmax(0,1fr)]">
        <div
          className={`dc:min-w-0 dc:lg:sticky dc:lg:top-24 dc:lg:flex dc:lg:max-h-[calc(100dvh-7rem)] dc:lg:flex-col ${requestedId ? "dc:max-lg:hidden" : ""}`}>
          <div ref={searchBar}>
            <FilterBar
              address={address}
              searchLabel={judging.data?.areNamesHidden === false ? "Search texts and names" : "Search texts"}
              choices={filterChoices({
                ratings: phase !== "cancelled",
                judges: seesJudges,
                shortlist: sharesShortlist,
              })}
            />
          </div>
          <QueryView query={list} skeleton={<SkeletonRows label="Loading the entries" count={8} />}>
            {() =>
              rows.length === 0 ? (
                <EmptyState
                  title={isFiltered ? "No entries match" : "No entries"}
                  action={
                    <Button variant="secondary" onClick={clear}>
                      Clear filters
                    </Button>
                  }
                />
              ) : (
                <div className="dc:overflow-hidden dc:rounded-lg dc:border dc:border-line dc:bg-surface dc:lg:flex dc:lg:flex-col">
                  <NearResults page={list.data?.pages[0]} term={sought.q ?? ""} items="entries" />
                  <div className="dc:lg:min-h-16 dc:lg:overflow-y-auto">
                    <EntryList
                      rows={rows}
                      total={total}
                      openId={openId}
                      saves={saves}
                      isUnsent={unsent.isUnsent}
                      criteriaCount={contest.criteria.length}
                      isCancelled={phase === "cancelled"}
                      seesJudges={seesJudges}
                      onOpen={open}
                      onStep={step}
                      onEnter={() => heading.current?.focus()}
                    />
                    {list.hasNextPage && (
                      <div className="dc:p-3 dc:text-center">
                        <Button
                          variant="secondary"
                          size="sm"
                          isBusy={list.isFetchingNextPage}
                          onClick={() => void list.fetchNextPage()}>
                          Load more
                        </Button>
                      </div>
                    )}
                  </div>
                  <p className="cq-hint dc:border-t dc:border-line dc:px-3 dc:py-2">
                    {rows.length < total
                      ? `${rows.length} of ${total} entries`
                      : total === 1
                        ? "1 entry"
                        : `${total} entries`}
                  </p>
                </div>
              )
            }
          </QueryView>
        </div>
        {openId !== undefined && (
          <section
            ref={pane}
            aria-label="The entry"
            className={`dc:min-w-0 dc:scroll-mt-24 ${requestedId ? "" : "dc:max-lg:hidden"}`}>
            <EntryNavigation
              position={at === -1 ? undefined : at + 1}
              total={total}
              onStep={step}
              onBack={backToList}
            />
            <QueryView query={entry} skeleton={<SkeletonRows label="Loading the entry" count={10} />}>
              {(data) => (
                <EntryPane
                  key={data._id}
                  contestId={contestId}
                  entry={data}
                  saves={saves}
                  criteria={contest.criteria}
                  rating={
                    canRate
                      ? "open"
                      : phase === "completed" && (data.ownRating || viewer?.isOwner || viewer?.isJudge)
                        ? "closed"
                        : "none"
                  }
                  canShortlist={canRate && canChoose}
                  isAdvice={viewer?.isJudge === true}
                  tellUnsent={unsent.tell}
                  headingRef={heading}
                  onChoose={canChoose ? () => setChosen(data) : undefined}
                />
              )}
            </QueryView>
          </section>
        )}
      </div>
      <Suspense>
        {chosen && (
          <DeclareWinnerDialog
            contest={contest}
            entry={chosen}
            seesJudges={seesJudges}
            areNamesHidden={judging.data?.areNamesHidden ?? false}
            unratedCount={judging.data ? judging.data.entryCount - judging.data.ratedCount : 0}
            unsaved={unsent.unsaved}
            onClose={() => setChosen(undefined)}
          />
        )}
      </Suspense>
      {keys.element}
    </section>
  );
}
