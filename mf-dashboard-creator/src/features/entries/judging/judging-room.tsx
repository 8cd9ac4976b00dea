import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { getJudgedEntry, getJudging, listJudgedEntries } from "@conquest/shared/contracts/judging/judging";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { msg, t } from "@conquest/shared/singletons/language";
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
import { EntryPane, SHORTLIST_BUTTON, EntryNavigation, LazyCommentForm, LazyEntryFiles } from "./entry-pane";
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
const Comparison = lazyComponent(() => import(/* webpackChunkName: "comparison" */ "./comparison"));
const Ranking = lazyComponent(() => import(/* webpackChunkName: "ranking" */ "./ranking"));
const RecuseDialog = lazyComponent(() => import(/* webpackChunkName: "recuse-dialog" */ "./planning/recuse-dialog"));
const EntryJudgesDialog = lazyComponent(
  () => import(/* webpackChunkName: "planning-dialogs" */ "./planning/entry-judges-dialog"),
);
const KeysDialog = lazyComponent(() => import(/* webpackChunkName: "keys-dialog" */ "./keys-dialog"));

const EntrySkeleton = () => <SkeletonRows label={t("Loading the entry")} count={10} />;

const HEADINGS = { entries: msg("Entries"), comparison: msg("Comparison"), ranking: msg("Ranking") };

/** List of entries beside the open one, on phones one after the other; or two entries side by side; or the ranking. */
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
  /** Entries that the viewer recused themselves from on this page: the list keeps its rows. */
  const [leftIds, setLeftIds] = useState<readonly string[]>([]);
  const rows = useStableEntries(contestId, list.data, JSON.stringify(sought)).filter(
    ({ _id }) => !leftIds.includes(_id),
  );
  const total = Math.max(rows.length, list.data?.pages[0]?.total ?? 0);
  // Optimistic URL: a key pressed before the next entry is rendered already applies to it.
  const requestedId = params.get("entry") ?? undefined;
  const openId = requestedId ?? rows[0]?._id;
  const at = rows.findIndex(({ _id }) => _id === openId);
  const haveRatings = phase === "judging" || phase === "overdue" || phase === "completed";
  const canRank = haveRatings && (canRate || viewer?.isOwner === true || viewer?.isJudge === true);
  const comparedId = requestedId && params.get("with") !== requestedId ? params.get("with") : null;
  const view = canRank && params.get("view") === "ranking" ? "ranking" : comparedId ? "comparison" : "entries";
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
    view,
    setParams,
  });
  // If another entry is opened behind the dialog (Back, search), the question no longer applies.
  const [chosen, setChosen] = useState<Pick<ContestEntry, "_id" | "label">>();
  if (chosen && chosen._id !== openId && chosen._id !== comparedId) setChosen(undefined);
  const searchBar = useRef<HTMLDivElement>(null);
  const viewHeading = useRef<HTMLHeadingElement>(null);
  const previousView = useRef(view);
  useEffect(() => {
    // The pressed button is gone with its view.
    if (view !== previousView.current && document.activeElement === document.body) viewHeading.current?.focus();
    previousView.current = view;
  }, [view]);

  usePreload(canRate, LazyCommentForm, JudgingOver, UnsavedElsewhere);
  usePreload(canChoose, DeclareWinnerDialog);
  usePreload(
    rows.some(({ fileCount }) => fileCount > 0),
    LazyEntryFiles,
  );
  usePreload(canRank, Ranking);
  usePreload(total > 1, Comparison);
  const keys = useDialog(KeysDialog);
  const recusal = useDialog(RecuseDialog, may.recuse?.isAllowed === true);
  const canAssign = may.planJudging?.isAllowed === true && (judging.data?.judgesPerEntry ?? null) !== null;
  const entryJudges = useDialog(EntryJudgesDialog, canAssign);
  const openAnother = (entryId: string) => {
    const next = rows[at + 1] ?? rows[at - 1];
    setLeftIds((ids) => [...ids, entryId]);
    if (next) open(next._id, "move");
    else setParams({ entry: "" });
    return () => {
      setLeftIds((ids) => ids.filter((id) => id !== entryId));
      open(entryId, "move");
    };
  };
  const recuseFrom = ({ _id: entryId, label, ownRating }: ContestEntry) =>
    recusal.open({ contestId, entryId, label, hasRating: ownRating !== null, onLeave: () => openAnother(entryId) });
  const showKeys = () => keys.open({ hasShortlist: sharesShortlist, hasCriteria: contest.criteria.length > 0 });

  const backToList = () => setParams({ entry: "" });
  const otherId = (rows[at + 1] ?? rows[at - 1])?._id;
  const compare = () => openId && otherId && setParams({ entry: openId, with: otherId }, false);
  const stepCompared = (by: 1 | -1) => {
    const others = rows.filter(({ _id }) => _id !== openId);
    const to = others[others.findIndex(({ _id }) => _id === comparedId) + by];
    if (to) setParams({ with: to._id });
    else if (by === 1 && list.hasNextPage) void list.fetchNextPage();
  };
  const stepShown = (by: 1 | -1) => {
    if (view === "entries") step(by);
    else if (view === "comparison") stepCompared(by);
  };
  /** The entry that single keys are meant for: not the open one after a step to another that is still being loaded. */
  const currentEntry = () =>
    view === "entries" ? (isStepping() ? null : pane.current) : (document.activeElement?.closest("article") ?? null);
  const clear = () => setParams({ q: "", sort: "", show: "" });
  const toggleShortlisted = () => {
    const button = currentEntry()?.querySelector<HTMLElement>(SHORTLIST_BUTTON);
    if (button && isOnScreen(button)) button.click();
  };
  const rate = (rating: number) => {
    const target = currentEntry();
    if (target) pressRating(target, rating);
  };
  useKeyboardShortcuts({
    j: () => stepShown(1),
    k: () => stepShown(-1),
    c: () => view === "entries" && !isStepping() && compare(),
    1: () => rate(1),
    2: () => rate(2),
    3: () => rate(3),
    4: () => rate(4),
    5: () => rate(5),
    s: toggleShortlisted,
    "/": () => searchBar.current?.querySelector("input")?.focus(),
    "?": showKeys,
  });

  const closedReason = judgingClosedReason(judging.error);
  if (closedReason) return <JudgingOver why={closedReason} unsaved={unsent.unsaved} />;
  const seesJudges = judging.data?.seesJudges ?? false;
  const seesCorrected = judging.data?.seesCorrected ?? false;
  const shownIds = view === "ranking" ? [] : [openId, comparedId];
  const movedIds = saves.failed.flatMap(({ entryId, canRetry }) => (canRetry ? [] : [entryId]));
  const failedElsewhere = canRate
    ? saves.failed.filter(({ entryId }) => !shownIds.includes(entryId) || movedIds.includes(entryId))
    : [];
  const renderEntry = (data: ContestEntry, headingRef?: typeof heading) => (
    <EntryPane
      key={data._id}
      contestId={contestId}
      entry={data}
      saves={saves}
      criteria={contest.criteria}
      weights={contest.criteriaWeights ?? []}
      fieldLabels={contest.entryFields?.map(({ label }) => label)}
      rating={
        canRate && !movedIds.includes(data._id)
          ? "open"
          : phase === "completed" && (data.ownRating || viewer?.isOwner || viewer?.isJudge)
            ? "closed"
            : "none"
      }
      canShortlist={canRate && canChoose}
      isAdvice={viewer?.isJudge === true}
      tellUnsent={unsent.tell}
      headingRef={headingRef}
      onCompare={headingRef && otherId ? compare : undefined}
      onChoose={canChoose ? () => setChosen(data) : undefined}
      onRecuse={may.recuse?.isAllowed && !movedIds.includes(data._id) ? () => recuseFrom(data) : undefined}
      onAssign={canAssign ? () => entryJudges.open({ contestId, entryId: data._id, label: data.label }) : undefined}
    />
  );
  return (
    <section aria-labelledby="entries">
      <h2
        id="entries"
        ref={viewHeading}
        tabIndex={-1}
        className={view === "entries" ? "cq-visually-hidden" : "cq-section-title dc:mb-1"}>
        {t(HEADINGS[view])}
      </h2>
      {view === "entries" && judging.data && (canRate || canRank) && (
        <div
          className={`dc:mb-5 dc:flex dc:flex-wrap dc:items-end dc:gap-x-6 dc:gap-y-3 ${requestedId ? "dc:max-lg:hidden" : ""}`}>
          {canRate && (
            <JudgingProgress
              {...judging.data}
              shortlistedCount={sharesShortlist ? judging.data.shortlistedCount : null}
            />
          )}
          <div className="dc:flex dc:flex-wrap dc:gap-3">
            {canRank && (
              <Button
                variant={canRate && judging.data.ratedCount === judging.data.entryCount ? "primary" : "secondary"}
                size="sm"
                onClick={() => setParams({ view: "ranking" }, false)}>
                {t("View ranking")}
              </Button>
            )}
            {canRate && (
              <Button variant="ghost" size="sm" className="dc:max-md:hidden" onClick={showKeys}>
                {t("Keyboard shortcuts")}
              </Button>
            )}
          </div>
        </div>
      )}
      {failedElsewhere.length > 0 && (
        <Suspense fallback={null}>
          <UnsavedElsewhere
            saves={failedElsewhere}
            moved={unsent.unsaved.filter(({ entryId }) => movedIds.includes(entryId))}
          />
        </Suspense>
      )}
      {!canRate && unsent.unsaved.length > 0 && (
        <Suspense fallback={null}>
          <CannotRate contest={contest} unsaved={unsent.unsaved} />
        </Suspense>
      )}
      {view === "ranking" ? (
        <Suspense fallback={<SkeletonRows label={t("Loading the ranking")} />}>
          <Ranking
            contestId={contestId}
            seesJudges={seesJudges}
            seesCorrected={seesCorrected}
            isOver={!canRate}
            onCompare={(entryId, otherId) => setParams({ view: "", entry: entryId, with: otherId }, false)}
            onClose={() => setParams({ view: "" })}
          />
        </Suspense>
      ) : comparedId && openId ? (
        <Suspense fallback={<EntrySkeleton />}>
          <Comparison
            contestId={contestId}
            rows={rows}
            ids={[openId, comparedId]}
            onChange={(position, entryId) => setParams({ [position === 0 ? "entry" : "with"]: entryId })}
            onClose={() => {
              setParams({ with: "" });
              open(openId, "move");
            }}>
            {renderEntry}
          </Comparison>
        </Suspense>
      ) : (
        <div className="dc:grid dc:items-start dc:gap-6 dc:lg:grid-cols-[minmax(16rem,22rem)_minmax(0,1fr)]">
          <div
            className={`dc:min-w-0 dc:lg:sticky dc:lg:top-24 dc:lg:flex dc:lg:max-h-[calc(100dvh-7rem)] dc:lg:flex-col ${requestedId ? "dc:max-lg:hidden" : ""}`}>
            <div ref={searchBar}>
              <FilterBar
                address={address}
                hasSheet
                searchLabel={t(judging.data?.areNamesHidden === false ? "Search entries and names" : "Search entries")}
                choices={filterChoices({
                  ratings: phase !== "cancelled",
                  judges: seesJudges,
                  corrected: seesCorrected,
                  shortlist: sharesShortlist,
                })}
              />
            </div>
            <QueryView query={list} skeleton={<SkeletonRows label={t("Loading the entries")} count={8} />}>
              {() =>
                rows.length === 0 ? (
                  <EmptyState
                    title={t(isFiltered ? "No entries match" : "No entries")}
                    action={
                      <Button variant="secondary" onClick={clear}>
                        {t("Clear filters")}
                      </Button>
                    }
                  />
                ) : (
                  <div className="dc:overflow-hidden dc:rounded-lg dc:border dc:border-line dc:bg-surface dc:lg:flex dc:lg:flex-col">
                    <NearResults page={list.data?.pages[0]} term={sought.q ?? ""} items={msg("entries")} />
                    <div className="dc:lg:min-h-16 dc:lg:overflow-y-auto">
                      <EntryList
                        rows={rows}
                        total={total}
                        openId={openId}
                        saves={saves}
                        isUnsent={unsent.isUnsent}
                        criteriaCount={contest.criteria.length}
                        haveRatings={haveRatings}
                        seesJudges={seesJudges}
                        showsCorrected={seesCorrected && sought.sort === "corrected"}
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
                            {t("Load more")}
                          </Button>
                        </div>
                      )}
                    </div>
                    <p className="cq-hint dc:border-t dc:border-line dc:px-3 dc:py-2">
                      {rows.length < total
                        ? t("{n} of {all} entries", { n: rows.length, all: total })
                        : t("{n, plural, one {# entry} other {# entries}}", { n: total })}
                    </p>
                  </div>
                )
              }
            </QueryView>
          </div>
          {openId !== undefined && (
            <section
              ref={pane}
              aria-label={t("The entry")}
              className={`dc:min-w-0 dc:scroll-mt-24 ${requestedId ? "" : "dc:max-lg:hidden"}`}>
              <EntryNavigation
                position={at === -1 ? undefined : at + 1}
                total={total}
                onStep={step}
                onBack={backToList}
              />
              <QueryView query={entry} skeleton={<EntrySkeleton />}>
                {(data) => renderEntry(data, heading)}
              </QueryView>
            </section>
          )}
        </div>
      )}
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
      {recusal.element}
      {entryJudges.element}
    </section>
  );
}
