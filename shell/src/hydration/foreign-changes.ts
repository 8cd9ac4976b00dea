import { finishHydration } from "@conquest/shared/singletons/first-render";
import { discardSnapshot } from "./form-snapshot";
import { hasFiber } from "./node-guard";

declare global {
  var conquestForeignChanges: { records: MutationRecord[]; observer: MutationObserver } | undefined;
}

let isChanged = false;

const isForeignElement = (node: Node) => node.nodeType === Node.ELEMENT_NODE && !hasFiber(node);

function recordsUntilNow(): MutationRecord[] {
  const { records = [], observer } = globalThis.conquestForeignChanges ?? {};
  if (observer) records.push(...observer.takeRecords());
  return records;
}

/** Whether extensions or translators changed the page before hydration, which can make React's hydration fail. */
export const hasForeignChanges = (within: Element): boolean =>
  isChanged ||
  recordsUntilNow().some(({ target, addedNodes }) => within.contains(target) && [...addedNodes].some(isForeignElement));

/** Restores the server's markup, without which React can't hydrate it. */
export function undoForeignChanges(within: Element): void {
  const records = recordsUntilNow();
  const focused = document.activeElement as HTMLElement | null;
  for (const { target, oldValue, addedNodes, removedNodes, previousSibling, nextSibling } of records
    .splice(0)
    .reverse()) {
    if (target.isConnected && !within.contains(target)) continue;
    isChanged = true;
    if (oldValue !== null && !hasFiber(target)) target.nodeValue = oldValue;
    for (const node of addedNodes) if (node.parentNode === target && !hasFiber(node)) target.removeChild(node);
    const next =
      nextSibling?.parentNode === target
        ? nextSibling
        : previousSibling?.parentNode === target
          ? previousSibling.nextSibling
          : null;
    for (const node of removedNodes) if (!hasFiber(node)) target.insertBefore(node, next);
  }
  globalThis.conquestForeignChanges?.observer.takeRecords();
  // Moving a focused field blurs it.
  if (focused !== document.activeElement) focused?.focus({ preventScroll: true });
}

/** Call it when hydration is complete or has failed. */
export function endHydrationGuard(): void {
  globalThis.conquestForeignChanges?.observer.disconnect();
  globalThis.conquestForeignChanges = undefined;
  discardSnapshot();
  finishHydration();
}
