import { Link } from "react-router-dom";
import { TextPage } from "./text-page";

export default function AboutPage() {
  return (
    <TextPage title="About us" subtitle="Compete. Create. Conquer.">
      <p>
        Conquest is a place for creative contests. Somebody who needs an image, an article, a campaign, a review or a business idea
        publishes a contest with a task, a prize and a deadline. Everybody else can take part, and the best work wins.
      </p>
      <h2>How a contest runs</h2>
      <ul>
        <li>A creator writes the contest. An admin reads it before the public can see it.</li>
        <li>People join with a payment and submit one entry each, which they can change until the deadline.</li>
        <li>Every entry gets a receipt: the time our server received it and a fingerprint of its content.</li>
        <li>After the deadline the creator reads and rates the entries and chooses one winner, with a note why.</li>
        <li>Everyone who took part is told, and whoever handed in reads what was said of their own entry.</li>
        <li>The winning entry can be read on the contest&apos;s page, unless its author declined; others may publish theirs there.</li>
        <li>The winner stands in the Winner&apos;s Circle on our home page.</li>
      </ul>
      <h2>What holds for everyone</h2>
      <ul>
        <li>
          Once somebody has joined, the prize, the cost, the task and the tag of a contest cannot change, and its deadline can only move
          later.
        </li>
        <li>A contest that is cancelled refunds everyone who paid for it.</li>
        <li>Whoever has not submitted anything can leave before the deadline and gets the full amount back.</li>
      </ul>
      <h2>Payments are simulated</h2>
      <p>
        Joining asks for a card, but only for a test card: nobody is charged, no prize is paid out by us, and no card number is sent
        anywhere. Please never enter a real card.
      </p>
      <h2>Take part</h2>
      <p>
        Look through{" "}
        <Link to="/all_contests" className="cq-link">
          all contests
        </Link>
        , or{" "}
        <Link to="/contact_us" className="cq-link">
          write to us
        </Link>
        . To publish a contest of your own, sign in and choose Become A Creator in your dashboard.
      </p>
    </TextPage>
  );
}
