import { t } from "@conquest/shared/singletons/language";

/** To an Atom feed: a file, so not for the router. */
export const FeedLink = ({ href }: { href: string }) => (
  <p className="pu:mt-8 pu:text-center">
    <a href={href} type="application/atom+xml" className="cq-link pu:text-sm">
      {t("Follow new contests in a feed reader (Atom)")}
    </a>
  </p>
);
