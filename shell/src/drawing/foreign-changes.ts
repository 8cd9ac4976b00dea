import { wakeUp } from "@conquest/shared/singletons/first-render";
import { forgetActs } from "./kept-acts";
import { isReacts } from "./node-guard";

declare global {
  /** Kept by before-paint.js. */
  var conquestForeignChanges: { records: MutationRecord[]; observer: MutationObserver } | undefined;
}

let isChanged = false;

const isForeignElement = (node: Node) => node.nodeType === Node.ELEMENT_NODE && !isReacts(node);

function recordsUntilNow(): MutationRecord[] {
  const { records = [], observer } = globalThis.conquestForeignChanges ?? {};
  if (observer) records.push(...observer.takeRecords());
  return records;
}

/** Whether extensions or translators have changed the drawn page: React may then not find what it expects. */
export const isChangedByOthers = (within: Element): boolean =>
  isChanged || recordsUntilNow().some(({ target, addedNodes }) => within.contains(target) && [...addedNodes].some(isForeignElement));

/** React goes on from a drawn page only as it was drawn: what others have changed in it since then is undone. */
export function undoForeignChanges(within: Element): void {
  const records = recordsUntilNow();
  const focused = document.activeElement as HTMLElement | null;
  for (const { target, oldValue, addedNodes, removedNodes, previousSibling, nextSibling } of records.splice(0).reverse()) {
    if (target.isConnected && !within.contains(target)) continue;
    isChanged = true;
    if (oldValue !== null && !isReacts(target)) target.nodeValue = oldValue;
    for (const node of addedNodes) if (node.parentNode === target && !isReacts(node)) target.removeChild(node);
    const next = nextSibling?.parentNode === target ? nextSibling : previousSibling?.parentNode === target ? previousSibling.nextSibling : null;
    for (const node of removedNodes) if (!isReacts(node)) target.insertBefore(node, next);
  }
  globalThis.conquestForeignChanges?.observer.takeRecords();
  // A field that is moved loses it.
  if (focused !== document.activeElement) focused?.focus({ preventScroll: true });
}

/** All of the drawn page is React's, or what is not will never be. */
export function endTakeOver(): void {
  globalThis.conquestForeignChanges?.observer.disconnect();
  globalThis.conquestForeignChanges = undefined;
  forgetActs();
  wakeUp();
}
