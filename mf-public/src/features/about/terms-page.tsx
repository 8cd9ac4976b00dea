import { Link } from "react-router-dom";
import { TextPage } from "./text-page";

export default function TermsPage() {
  return (
    <TextPage title="Terms of use" subtitle="What you can expect from us, and we from you.">
      <h2>Your account</h2>
      <p>
        Give a name you can be called by and an e-mail address that is yours. What is done with your account is done by
        you, so keep its password to yourself. An admin can block or remove an account that harms others; whoever is
        blocked is told so when signing in, and can{" "}
        <Link to="/contact_us" className="cq-link">
          write to us
        </Link>
        .
      </p>
      <h2>Taking part</h2>
      <ul>
        <li>You can join any open contest but your own, once, until its deadline by our server&apos;s clock.</li>
        <li>
          You submit one entry: a text, and if you like a link and up to five files. You can change it until the
          deadline.
        </li>
        <li>
          Submit only what you made, or may use. Your entry stays yours; by submitting it you allow the contest&apos;s
          creator, the judges named on its page and the admins to read it. If it wins, everybody can read it on the
          contest&apos;s page, unless you said otherwise before the choice; any other you may publish there yourself
          once the winner is named.
        </li>
        <li>
          The creator and the judges may rate your entry and leave you a word; you read all of it when the winner is
          named, and nobody else who takes part does.
        </li>
        <li>Whoever judges a contest cannot take part in it.</li>
        <li>The creator chooses the winner, whatever the ratings. A choice cannot be undone.</li>
      </ul>
      <h2>Payments and refunds</h2>
      <p>
        Payments on this site are simulated. The form takes one test card, nothing is charged, and refunds are records,
        not transfers. Please enter no real card.
      </p>
      <ul>
        <li>Before you have submitted anything, you can leave a contest until its deadline with a full refund.</li>
        <li>
          If the deadline is moved after you joined, you can leave within 48 hours with a full refund, also with an
          entry that is in.
        </li>
        <li>
          If a contest is cancelled, everyone who paid is refunded in full. It is cancelled too if nobody submits an
          entry by the deadline, if none is left later that could win, or if no winner is chosen within 30 days after
          the deadline.
        </li>
        <li>After the deadline there is no refund otherwise.</li>
      </ul>
      <h2>Publishing contests</h2>
      <ul>
        <li>Creators describe truthfully what is asked for, what can be won and by when.</li>
        <li>
          An admin confirms each contest before it is public, and may ask for changes or reject it, with a reason.
        </li>
        <li>
          Once somebody has joined, prize, cost, task, tag, what entries are judged by and whether judges see names stay
          as they are. The deadline can only move later: twice, by 30 days at most each time.
        </li>
        <li>
          After the deadline the creator chooses a winner within 14 days. When that does not happen, an admin can choose
          too; without a winner 30 days after the deadline the contest is cancelled, and everyone who paid is refunded.
        </li>
      </ul>
      <h2>What is not allowed</h2>
      <p>
        Content that is unlawful, hateful or not yours to publish; more than one account to take part twice; and
        attempts to disturb the site.
      </p>
    </TextPage>
  );
}
