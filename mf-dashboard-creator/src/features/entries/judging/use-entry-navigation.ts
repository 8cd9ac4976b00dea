import { useEffect, useRef } from "react";
import type { JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import type { useOptimisticSearchParams } from "@conquest/shared/ui/page/use-optimistic-search-params";
import { optionId } from "./entry-list";
import { isSeen } from "./rating/rating-keys";

interface Given {
  rows: readonly JudgedEntry[];
  /** Where in them the open entry is. */
  at: number;
  /** The entry that the address names; undefined where a phone shows the list. */
  asked: string | undefined;
  openId: string | undefined;
  /** The entry that is on the screen: it comes after it was turned to. */
  drawnId: string | undefined;
  ask: ReturnType<typeof useOptimisticSearchParams>[1];
}

/** From entry to entry, and where the focus is then. */
export function useEntryNavigation({ rows, at, asked, openId, drawnId, ask }: Given) {
  const [pane, heading] = [useRef<HTMLElement>(null), useRef<HTMLHeadingElement>(null)];
  /** What was turned to, until it is drawn and has the focus. */
  const turnedTo = useRef<string>(undefined);
  /** What was open, until the list is on the screen again and has the focus there. */
  const leftFrom = useRef<string>(undefined);

  useEffect(() => {
    if (turnedTo.current === undefined) return;
    const option = document.getElementById(optionId(turnedTo.current));
    if (option && isSeen(option)) option.focus();
    // Where the list is not on the screen the entry is read at once.
    else if (drawnId === turnedTo.current) heading.current?.focus();
    else return;
    turnedTo.current = undefined;
    if ((pane.current?.getBoundingClientRect().top ?? 0) < 0) pane.current?.scrollIntoView();
    // The first entry is open before anybody asks for it: then nothing changes but that a phone shows it.
  }, [asked, openId, drawnId, heading, pane]);

  useEffect(() => {
    // By the button or by the browser's Back.
    if (asked === undefined && leftFrom.current !== undefined)
      document.getElementById(optionId(leftFrom.current))?.focus();
    leftFrom.current = asked;
  }, [asked]);

  const open = (entryId: string, how: "click" | "move") => {
    ask({ entry: entryId }, asked !== undefined || how === "move");
    turnedTo.current = entryId;
  };
  const turn = (by: 1 | -1) => {
    const to = rows[at + by];
    if (to) open(to._id, "move");
  };
  return { pane, heading, open, turn };
}
