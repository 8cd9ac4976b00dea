import { Link } from "react-router-dom";
import { TextPage } from "./text-page";

export default function PrivacyPage() {
  return (
    <TextPage title="Privacy policy" subtitle="What we store about you, what others see, and how to have it removed.">
      <h2>What we store</h2>
      <ul>
        <li>
          Your account: name, e-mail address, your photo or its address if you give one, your role, and when you signed
          up.
        </li>
        <li>
          Your password is kept by the identity provider that signs you in, Firebase Authentication. We never see it.
        </li>
        <li>
          The contests you publish, join and win, your entries with the time they were received, and what judges said of
          them.
        </li>
        <li>
          The last text that you send to a contest after its deadline. It&apos;s kept for you as “late, not counted”.
          That an entry was withdrawn or late is kept as an event, without the entry.
        </li>
        <li>
          Pictures that you upload, and files that you hand in with an entry, under the names they had. Pictures are
          drawn anew: where, when and with what they were taken is not kept.
        </li>
        <li>
          Your simulated payments: which contest, how much, when, and the last four digits of the test card. Card
          numbers are never sent to us.
        </li>
        <li>Drafts of contests that you have not submitted yet.</li>
        <li>
          What you ask on a contest&apos;s page, and what you answer or write to those who take part in a contest of
          yours.
        </li>
        <li>
          Messages you send us through the contact form, with the name and address you give there, and what we answer.
        </li>
        <li>Notices about the contests you have to do with.</li>
        <li>
          Where you are signed in: when it began, when it was last used, and the name of browser and system, like
          “Firefox on Windows”. Nothing else of your browser, and no network address.
        </li>
      </ul>
      <h2>What others see</h2>
      <ul>
        <li>
          Everyone: your name and photo on contests you publish, and when you win; and pictures that you upload for
          contests or as your photo. In the Winner&apos;s Circle your e-mail address is masked.
        </li>
        <li>
          Everyone: the entry you won with and its files, unless you said otherwise before the winner was chosen, and
          any entry that you publish yourself once a contest is over. Those you can take back.
        </li>
        <li>
          Everyone: what you ask on a contest&apos;s page, with your name and photo, and its answer. Until it is
          answered you can take it back.
        </li>
        <li>Those who joined a contest of yours, and the admins: the news that you write to them.</li>
        <li>
          The creator of a contest you joined, and the admins: your name, photo, the day you joined and what you paid,
          and your entry with its files. They can take these along as files. Your address is not among them.
        </li>
        <li>
          Those who judge a contest for its creator, from the deadline on: your entry with its files, and your name once
          you may be named to its creator.
        </li>
        <li>Only you: your drafts until you submit them, and entries you sent after a deadline.</li>
        <li>
          A contest&apos;s creator: when an entry was withdrawn or late, without your name. Admins see your name too.
        </li>
        <li>
          You, the contest&apos;s creator, and the admins while they may choose the winner: the rating and the word that
          a judge left for your entry. You read them when the winner is named, with the judge&apos;s name.
        </li>
        <li>
          Everyone: your name on contests that you have agreed to judge. Their creator knows the address under which
          they invited you.
        </li>
        <li>
          Admins: also your e-mail address, role and status, and what admins decided about you, with their reason.
          Decisions are kept when your account is gone, without your name.
        </li>
        <li>How many people joined a contest is public; who they are is not.</li>
      </ul>
      <h2>Pictures and links of others</h2>
      <p>
        Photos and contest pictures can lie on other sites. Your browser loads them from there, so those sites learn
        your network address; we never tell them which page you were on.
      </p>
      <h2>What we do not do</h2>
      <p>There is no advertising and no tracking on this site, and we sell and pass on nothing.</p>
      <h2>Changing and removing</h2>
      <p>
        You can change your name and photo under My Profile. Under{" "}
        <Link to="/dashboard/profile" className="cq-link">
          Profile
        </Link>{" "}
        you change your password and address, see and end your sessions, download everything we have of you, and delete
        your account, also at the identity provider. What others depend on then stays without your name, picture and
        address: payments, entries, wins, contests that people have paid for, with their picture, what you wrote to
        those who joined them and whom you invited to judge them, answered questions, and what you reported or said to a
        report.
      </p>
      <p>
        What is kept in your browser is listed in the{" "}
        <Link to="/cookies" className="cq-link">
          cookie policy
        </Link>
        .
      </p>
    </TextPage>
  );
}
