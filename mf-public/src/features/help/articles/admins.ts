import { msg } from "@conquest/shared/singletons/language";
import type { HelpArticle } from "../help-article";

export const ADMINS: readonly HelpArticle[] = [
  {
    id: "review",
    title: msg("Review contests"),
    body: [
      {
        steps: [
          {
            text: msg(
              "Open <a>Manage Contests</a> and start the review queue. The contest that waits longest comes first.",
            ),
            to: "/dashboard/manage_contests",
          },
          msg(
            "Read the brief, the prize, the rules and the track record of the creator. The preview shows the page as visitors will see it.",
          ),
          msg(
            "Press Confirm to approve it, or ask for changes or reject it. The creator reads your comment, so say what to change.",
          ),
        ],
      },
      { picture: "review", alt: msg("The review page of a contest with its decisions") },
      msg(
        "When a contest comes back, the page marks what has changed. While no one has paid, you can send an approved contest back to review.",
      ),
    ],
  },
  {
    id: "reports",
    title: msg("Handle reports"),
    body: [
      msg(
        "Anyone can report a contest or an entry. The author is notified of the report, but not of who reported it, and has 24 hours to respond.",
      ),
      {
        list: [
          msg("Hide it for now if it may harm people before you decide."),
          msg("Dismiss the report if nothing is wrong. What was hidden becomes visible again."),
          msg("Take it down with a reason that the author reads. You can restore it later."),
        ],
      },
      { text: msg("Open cases are in <a>Reports</a>, oldest first."), to: "/dashboard/reports" },
    ],
  },
  {
    id: "users",
    title: msg("Users, roles and blocking"),
    body: [
      {
        text: msg("<a>Manage Users</a> shows requests for the role of a creator first."),
        to: "/dashboard/manage_users",
      },
      msg(
        "A blocked person is logged out at once and reads the reason when they try to log in. Their contests are hidden, and their spots and entries stay.",
      ),
      msg("Deleting an account can't be undone. Payments and wins stay, without the person's name."),
      msg("You can't change your own role or status, and the last admin can't be removed."),
    ],
  },
  {
    id: "overdue-winners",
    title: msg("Overdue winners"),
    body: [
      msg(
        "If the creator hasn't picked a winner 14 days after the deadline, you can do it in Manage Contests. Read the entries and their ratings first.",
      ),
      msg("After 30 days the site cancels the contest and refunds everyone."),
    ],
  },
  {
    id: "prize-disputes",
    title: msg("Decide about prizes"),
    keywords: msg("dispute"),
    body: [
      {
        text: msg("<a>Prizes</a> lists prizes with a reported problem and prizes that were not confirmed in time."),
        to: "/dashboard/prizes",
      },
      msg(
        "Read the creator's proof and the winner's report. Then mark the prize as delivered, or return it, which gives the creator 14 more days.",
      ),
    ],
  },
  {
    id: "money",
    title: msg("Follow the money"),
    body: [
      {
        text: msg(
          "The <a>ledger</a> lists every payment and refund, and checks that all sums agree. Filter it by contest or person, and download it as a table.",
        ),
        to: "/dashboard/ledger",
      },
      msg(
        "If it says Out of balance, don't correct anything by hand. Read the differences and call the people who operate the site.",
      ),
    ],
  },
];
