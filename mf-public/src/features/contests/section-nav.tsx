import { useEffect, useRef, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router-dom";
import { t } from "@conquest/shared/singletons/language";

export interface PageSection {
  /** Id of the section or of its heading. */
  id: string;
  label: string;
}

interface Props {
  sections: readonly PageSection[];
}

/** Sticks below the navbar, unless both would cover most of a low screen, as with very large text. */
const BAR = [
  "pu:z-10 pu:-mx-(--cq-page-edge) pu:overflow-x-auto pu:border-b pu:border-line pu:bg-canvas pu:px-(--cq-page-edge)",
  "pu:lg:mx-0 pu:lg:px-0 pu:print:hidden",
  "pu:[@media(min-height:30rem)]:sticky pu:[@media(min-height:30rem)]:top-(--cq-navbar-height)",
].join(" ");

const LINK = [
  "pu:block pu:border-b-3 pu:border-transparent pu:py-3 pu:font-semibold pu:whitespace-nowrap pu:text-muted pu:-outline-offset-2",
  "pu:hover:text-ink pu:aria-[current]:border-flag pu:aria-[current]:text-ink",
].join(" ");

export function SectionNav({ sections }: Props) {
  const bar = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  const current = useSyncExternalStore(
    watchScroll,
    () => (sections.findLast(({ id }) => isReached(id)) ?? sections[0])?.id,
    () => undefined,
  );

  useEffect(() => {
    const link = bar.current!.querySelector<HTMLElement>("[aria-current]");
    if (link) bar.current!.scrollLeft = link.offsetLeft - (bar.current!.clientWidth - link.offsetWidth) / 2;
  }, [current]);

  // The shell scrolls to the section; Tab should continue from there too.
  useEffect(() => {
    if (!sections.some(({ id }) => hash === `#${id}`)) return;
    const heading = document.querySelector<HTMLElement>(`h2${hash}, ${hash} h2`);
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a refetched contest must not move the focus
  }, [hash, key]);

  return (
    <nav ref={bar} aria-label={t("On this page")} className={BAR}>
      <ul className="pu:flex pu:gap-x-6">
        {sections.map(({ id, label }) => (
          <li key={id}>
            {/* Replaces the history entry, so that Back leaves the page. */}
            <Link replace to={`#${id}`} aria-current={id === current ? "location" : undefined} className={LINK}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function watchScroll(notify: () => void) {
  addEventListener("scroll", notify, { passive: true });
  addEventListener("resize", notify);
  return () => {
    removeEventListener("scroll", notify);
    removeEventListener("resize", notify);
  };
}

/** Low screens still show a section's beginning below both bars. */
const isReached = (id: string) =>
  (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < Math.max(160, innerHeight * 0.4);
