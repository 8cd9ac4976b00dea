import type { ReactNode } from "react";
import { ButtonLink } from "@conquest/shared/ui/button";
import { HeroArt } from "@conquest/shared/ui/picture/illustrations";
import { Note } from "@conquest/shared/ui/note";

const STEPS = [
  "A creator writes the contest. An admin reads it before the public can see it.",
  "People join with a payment and submit one entry each, which they can change until the deadline.",
  "Every entry gets a receipt: the time our server received it and a fingerprint of its content.",
  "After the deadline the creator reads and rates the entries and chooses one winner, with a note why.",
  "Everyone who took part is told, and whoever handed in reads what was said of their own entry.",
  "The winning entry can be read on the contest's page, unless its author declined; others may publish theirs there.",
  "The winner stands in the Winner's Circle on our home page.",
];

const PROMISES = [
  "Once somebody has joined, the prize, the cost, the task and the tag of a contest cannot change, and its deadline can only move later.",
  "A contest that is cancelled refunds everyone who paid for it.",
  "Whoever has not submitted anything can leave before the deadline and gets the full amount back.",
];

export default function AboutPage() {
  return (
    <>
      <section className="cq-hero">
        <div className="cq-container cq-hero-body pu:lg:min-h-[33rem]">
          <div className="cq-hero-words pu:flex pu:flex-col pu:gap-4">
            <h1 className="cq-display" id="page-heading" tabIndex={-1}>
              About us
            </h1>
            <p className="cq-subtitle">Compete. Create. Conquer.</p>
            <p className="cq-running-text">
              Conquest is a place for creative contests. Somebody who needs an image, an article, a campaign, a review
              or a business idea publishes a contest with a task, a prize and a deadline. Everybody else can take part,
              and the best work wins.
            </p>
          </div>
        </div>
        <HeroArt />
      </section>
      <div className="cq-container pu:pt-4 pu:pb-16">
        <Topic title="How a contest runs">
          <ol className="pu:flex pu:flex-col pu:gap-5">
            {STEPS.map((step, index) => (
              <li key={step} className="cq-running-text pu:flex pu:items-start pu:gap-5">
                <span className="cq-count pu:shrink-0" aria-hidden="true">
                  {index + 1}
                </span>
                <span className="pu:max-w-2xl pu:pt-0.5">{step}</span>
              </li>
            ))}
          </ol>
        </Topic>
        <Topic title="What holds for everyone">
          <ul className="pu:grid pu:gap-4 pu:md:grid-cols-3">
            {PROMISES.map((promise) => (
              <li
                key={promise}
                className="cq-card cq-icon cq-icon-circle-check cq-running-text pu:gap-3 pu:p-5 pu:before:size-6 pu:before:text-brand">
                {promise}
              </li>
            ))}
          </ul>
        </Topic>
        <Topic title="Payments are simulated">
          <Note tone="warning">
            <p className="cq-running-text">
              Joining asks for a card, but only for a test card: nobody is charged, no prize is paid out by us, and no
              card number is sent anywhere. Please never enter a real card.
            </p>
          </Note>
        </Topic>
        <Topic title="Take part">
          <p className="cq-running-text pu:mb-6 pu:max-w-2xl">
            Look through all contests, or write to us. To publish a contest of your own, sign in and choose Become A
            Creator in your dashboard.
          </p>
          <div className="pu:flex pu:flex-wrap pu:gap-3">
            <ButtonLink to="/all_contests">See all contests</ButtonLink>
            <ButtonLink to="/contact_us" variant="secondary">
              Write to us
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
