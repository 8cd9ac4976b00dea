import { useSyncExternalStore } from "react";

/**
 * The title that the site has for a page, for as long as the page draws none itself: React puts each `<title>` into the head, and
 * does not mind another.
 */
export function SiteTitle({ title }: { title: string }) {
  const isTitled = useSyncExternalStore(onHeadChange, hasTitleOfPage, () => false);
  return isTitled ? null : <title data-of="site">{`${title} | Conquest`}</title>;
}

const hasTitleOfPage = () => document.head.querySelector("title:not([data-of=site])") !== null;

function onHeadChange(listener: () => void): () => void {
  const changes = new MutationObserver(listener);
  changes.observe(document.head, { childList: true });
  return () => changes.disconnect();
}
