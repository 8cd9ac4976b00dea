import { Link, useLocation } from "react-router-dom";
import { language, msg, T, t } from "@conquest/shared/singletons/language";
import { FilterBar, useFilters } from "@conquest/shared/ui/list/filter-bar";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { Button } from "@conquest/shared/ui/button";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { isHelpText, messageOf, type HelpArticle, type HelpBlock, type HelpText as Text } from "./help-article";
import { HELP_TOPICS, type HelpTopic } from "./help-topics";
import { searchHelp } from "./search-help";

/** Shows all topics, or the one of the address. */
export default function HelpPage() {
  const { pathname } = useLocation();
  const topic = HELP_TOPICS.find(({ path }) => pathname.endsWith(path));
  return <div className="cq-container cq-page">{topic ? <Topic key={topic.path} topic={topic} /> : <Overview />}</div>;
}

function Overview() {
  const { values, clear } = useFilters("q");
  const query = values.q?.trim() ?? "";
  return (
    <>
      <PageHeading title={t("Help")} subtitle={t("Short answers about joining, running and judging contests.")} />
      <FilterBar searchLabel={t("Search the help")} />
      {query === "" ? (
        <div className="pu:grid pu:gap-8 pu:md:grid-cols-2">
          {HELP_TOPICS.map((topic) => (
            <section key={topic.path} aria-labelledby={topic.path} className="cq-panel pu:p-6">
              <h2 id={topic.path} className="cq-section-title pu:mb-3">
                <Link to={topic.path} className="cq-link">
                  {t(topic.title)}
                </Link>
              </h2>
              <Titles of={topic} articles={topic.articles} />
            </section>
          ))}
        </div>
      ) : (
        <Results query={query} clear={clear} />
      )}
    </>
  );
}

function Results({ query, clear }: { query: string; clear: () => void }) {
  const found = searchHelp(HELP_TOPICS, query);
  if (found.length === 0)
    return (
      <EmptyState
        title={t("No help about “{query}”", { query })}
        action={
          <Button variant="secondary" onClick={clear}>
            {t("Show all help")}
          </Button>
        }>
        <p>
          <HelpText text={{ text: msg("Try another word, or <a>ask us</a>."), to: "/contact_us" }} />
        </p>
      </EmptyState>
    );
  return found.map(({ topic, articles }) => (
    <section key={topic.path} aria-label={t(topic.title)} className="pu:mb-6">
      <h2 className="cq-section-title pu:mb-3">{t(topic.title)}</h2>
      <Titles of={topic} articles={articles} />
    </section>
  ));
}

const Titles = ({ of: { path }, articles }: { of: HelpTopic; articles: readonly HelpArticle[] }) => (
  <ul className="pu:grid pu:gap-2">
    {articles.map(({ id, title }) => (
      <li key={id}>
        <Link to={`${path}#${id}`} className="cq-link">
          {t(title)}
        </Link>
      </li>
    ))}
  </ul>
);

function Topic({ topic }: { topic: HelpTopic }) {
  return (
    <>
      <PageHeading
        title={t(topic.title)}
        subtitle={t(topic.subtitle)}
        actions={
          <Link to="/help" className="cq-link">
            {t("All help")}
          </Link>
        }
      />
      <nav aria-label={t("Contents")} className="cq-prose pu:mb-8">
        <Titles of={topic} articles={topic.articles} />
      </nav>
      <div className="pu:grid pu:gap-10">
        {topic.articles.map(({ id, title, body }) => (
          <section key={id} aria-labelledby={id} className="cq-prose">
            <h2 id={id} tabIndex={-1}>
              {t(title)}
            </h2>
            {body.map((block, index) => (
              <Block key={index} of={block} />
            ))}
          </section>
        ))}
      </div>
    </>
  );
}

function Block({ of: block }: { of: HelpBlock }) {
  if (isHelpText(block))
    return (
      <p>
        <HelpText text={block} />
      </p>
    );
  if ("picture" in block)
    return (
      <Picture
        src={`/media/help/${block.picture}-${language()}.webp`}
        alt={t(block.alt)}
        sizes="(min-width: 64rem) 50rem, 92vw"
        className="cq-rich-image"
      />
    );
  const items = ("steps" in block ? block.steps : block.list).map((text, index) => (
    <li key={index}>
      <HelpText text={text} />
    </li>
  ));
  return "steps" in block ? <ol className="pu:list-decimal pu:pl-5">{items}</ol> : <ul>{items}</ul>;
}

const HelpText = ({ text }: { text: Text }) =>
  typeof text === "object" && "to" in text ? (
    <T text={text.text} a={<Link to={text.to} className="cq-link" />} />
  ) : (
    <T text={messageOf(text)} />
  );
