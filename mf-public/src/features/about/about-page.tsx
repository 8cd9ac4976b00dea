import type { ReactNode } from "react";
import { digits, msg, t } from "@conquest/shared/singletons/language";
import { ButtonLink } from "@conquest/shared/ui/button";
import { HeroArt } from "@conquest/shared/ui/picture/illustrations";
import { Note } from "@conquest/shared/ui/note";

const STEPS = [
  msg("A creator sets up a contest. An admin reviews it before it goes public."),
  msg(
    "Participants pay the entry fee, if there is one, and submit one entry each. They can edit it until the deadline.",
  ),
  msg("Every entry gets a receipt: the time our server received it and a fingerprint of its content."),
  msg(
    "After the deadline, the creator reads and rates the entries and picks the winner of each prize, with a note that explains why.",
  ),
  msg("Every participant is notified, and everyone who submitted can read the feedback on their entry."),
  msg(
    "Winning entries are shown on the contest's page, unless their authors declined. Other participants can publish theirs there too.",
  ),
  msg("The winner of the first prize joins the Winner's Circle on our home page."),
];

const PROMISES = [
  msg(
    "After the first person joins, the prize, entry fee, task and tag of a contest can't change, and its deadline can only be extended.",
  ),
  msg("If a contest is cancelled, everyone who paid gets a full refund."),
  msg("If you haven't submitted an entry, you can leave before the deadline for a full refund."),
];

export default function AboutPage() {
  return (
    <>
      <section className="cq-hero">
        <div className="cq-container cq-hero-body pu:lg:min-h-[33rem]">
          <div className="cq-hero-words pu:flex pu:flex-col pu:gap-4">
            <h1 className="cq-display" id="page-heading" tabIndex={-1}>
              {t("About us")}
            </h1>
            <p className="cq-subtitle">{t("Compete. Create. Conquer.")}</p>
            <p className="cq-running-text">
              {t(
                "Conquest is a place for creative contests. If you need an image, an article, a campaign, a review or a business idea, publish a contest with a task, a prize and a deadline. Anyone can join, and the best entry wins.",
              )}
            </p>
          </div>
        </div>
        <HeroArt />
      </section>
      <div className="cq-container pu:pt-4 pu:pb-16">
        <Topic title={t("How a contest runs")}>
          <ol className="pu:flex pu:flex-col pu:gap-5">
            {STEPS.map((step, index) => (
              <li key={step} className="cq-running-text pu:flex pu:items-start pu:gap-5">
                <span className="cq-count pu:shrink-0" aria-hidden="true">
                  {digits(index + 1)}
                </span>
                <span className="pu:max-w-2xl pu:pt-0.5">{t(step)}</span>
              </li>
            ))}
          </ol>
        </Topic>
        <Topic title={t("Our guarantees")}>
          <ul className="pu:grid pu:gap-4 pu:md:grid-cols-3">
            {PROMISES.map((promise) => (
              <li
                key={promise}
                className="cq-card cq-icon cq-icon-circle-check cq-running-text pu:gap-3 pu:p-5 pu:before:size-6 pu:before:text-brand">
                {t(promise)}
              </li>
            ))}
          </ul>
        </Topic>
        <Topic title={t("Payments and prizes are simulated")}>
          <Note tone="warning">
            <p className="cq-running-text">
              {t(
                "The payment form only takes a test card. No one is charged, we pay out no prizes, and card numbers aren't sent anywhere. Never enter a real card.",
              )}
            </p>
          </Note>
        </Topic>
        <Topic title={t("Get started")}>
          <p className="cq-running-text pu:mb-6 pu:max-w-2xl">
            {t(
              "Find a contest to join, or write to us. To publish your own contest, log in and choose Become A Creator in your dashboard.",
            )}
          </p>
          <div className="pu:flex pu:flex-wrap pu:gap-3">
            <ButtonLink to="/all_contests">{t("See all contests")}</ButtonLink>
            <ButtonLink to="/contact_us" variant="secondary">
              {t("Write to us")}
            </ButtonLink>
          </div>
        </Topic>
      </div>
    </>
  );
}

const Topic = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="pu:grid pu:gap-x-12 pu:gap-y-6 pu:border-line pu:py-10 pu:not-first:border-t pu:lg:grid-cols-[17rem_minmax(0,1fr)] pu:lg:py-14">
    <h2 className="cq-section-title">{title}</h2>
    <div>{children}</div>
  </section>
);
