import { msg } from "@conquest/shared/singletons/language";
import type { HelpArticle } from "../help-article";

export const PARTICIPANTS: readonly HelpArticle[] = [
  {
    id: "account",
    title: msg("Your account and your email"),
    keywords: msg("verify verification confirm address register sign up log in login password"),
    body: [
      msg("Press Register to create an account. To get your email verified, open the link that we send you."),
      msg("No email? Look in the spam folder, or press Resend at the top of your dashboard."),
      msg(
        "You can join contests before that. To judge, or to open an invitation by email, your address must be verified.",
      ),
    ],
  },
  {
    id: "join",
    title: msg("Join a contest"),
    body: [
      msg("You can join any open contest except your own, once, until its deadline."),
      {
        steps: [
          {
            text: msg("Find a contest in <a>All Contests</a>. Filter by tag, status or entry fee."),
            to: "/all_contests",
          },
          msg("Read the brief, the rules and the judging criteria on its page."),
          msg("Press Register. If you have no account yet, create one first."),
          msg("Accept the rules if the contest has some."),
          msg("Pay on the payment page. A free contest asks for no card."),
        ],
      },
      { picture: "join", alt: msg("A contest page with the deadline, the price and the Register button") },
      msg("You then find the contest in My Participated Contests, with the deadline and your next step."),
    ],
  },
  {
    id: "cost",
    title: msg("What joining costs"),
    keywords: msg("fee entry fee price money pay payment card"),
    body: [
      {
        ifPrize: msg("The entry fee of a contest equals its first prize. A contest without a prize is free."),
        ifPrice: msg("The creator sets the entry fee of a contest. It can be free."),
      },
      msg("The contest page shows the price before you join, and the payment page repeats it above the button."),
      msg(
        "Payments on this site are simulated. The form takes only the test card 4242 4242 4242 4242, and you are never charged. Don't enter a real card.",
      ),
      msg("You pay once for each contest. Submitting and editing an entry costs nothing."),
      { text: msg("Every payment and refund has a receipt in <a>Payments</a>."), to: "/dashboard/payments" },
    ],
  },
  {
    id: "refunds",
    title: msg("How refunds work"),
    keywords: msg("money leave fee"),
    body: [
      msg("You always get back the full amount that you paid. These are the cases:"),
      {
        list: [
          msg("You leave before the deadline and haven't submitted an entry."),
          msg("You leave before the deadline, and others are in your team. The team keeps the entry."),
          msg(
            "The deadline was extended after you joined, and you leave within 48 hours. This also works after submitting, and then withdraws the entry.",
          ),
          msg("The contest is cancelled by its creator or by an admin."),
          msg(
            "No one submits an entry, or there is no winner 30 days after the deadline. The contest is then cancelled automatically.",
          ),
        ],
      },
      msg("To leave, open the contest's page and choose Leave and get a refund. The dialog shows the amount."),
      msg("There is no other refund after the deadline, and not winning is no reason for one."),
    ],
  },
  {
    id: "entry",
    title: msg("Submit and edit your entry"),
    body: [
      msg(
        "Each participant submits one entry: a text, with an optional link and up to five files of 10 MB each. Some contests also ask questions in an entry form.",
      ),
      {
        steps: [
          msg("Open the contest's page and go to your entry."),
          msg("Write the text and add files. What you type stays in this tab as a draft until you submit or log out."),
          msg("Answer the questions of the entry form. Questions without “optional” need an answer."),
          msg(
            "Press Submit entry. If files are still uploading, the entry is submitted after them. You get a receipt with the time and a fingerprint of the content.",
          ),
        ],
      },
      { picture: "entry", alt: msg("The entry form with text, link and files") },
      msg(
        "You can edit the entry until the deadline, but not delete it. The server's clock decides, so don't wait for the last minute.",
      ),
      msg("If judging is anonymous, leave your name out of the text and the files."),
    ],
  },
  {
    id: "team",
    title: msg("Enter as a team"),
    body: [
      msg(
        "Some contests allow teams. Each member joins and pays on their own, and the team submits one entry together.",
      ),
      {
        steps: [
          msg(
            "Join the contest, and create a team on its page. You are its captain, and can rename the team until the deadline.",
          ),
          msg("Copy the invite link and give it to the people you want in your team."),
          msg("They join the contest, open the link, and join the team."),
        ],
      },
      msg(
        "Every member can submit and edit the entry until the deadline. If someone saved another version in between, the page shows it before you replace it.",
      ),
      msg(
        "If you already submitted an entry, it becomes the team's when you create a team. It is deleted if you join another one.",
      ),
      msg(
        "A winning team is named with all its members. Each gets a certificate, and the captain receives the prize for all.",
      ),
    ],
  },
  {
    id: "waiting-list",
    title: msg("Full contests and the waiting list"),
    body: [
      msg("Some contests have a limited number of spots. When all are taken, the page says Full."),
      {
        steps: [
          msg("Press Join the waiting list. It costs nothing, and you can leave it at any time."),
          msg("If someone leaves, the first person on the list gets an offer by notification and email."),
          msg("An offer holds your spot for 24 hours, but not past the deadline. Pay in that time to take it."),
        ],
      },
      msg("If you let an offer expire, the next person gets it. You can join the list again, at its end."),
    ],
  },
  {
    id: "private-contests",
    title: msg("Private contests and join codes"),
    body: [
      msg("A private contest is visible only to people its creator invited and to people with its join code."),
      {
        text: msg("If you have a code, <a>enter it here</a> or open the link you got. You need to log in first."),
        to: "/join",
      },
      msg(
        "If you were invited by email, log in with that address and confirm it. The contest then opens like any other.",
      ),
    ],
  },
  {
    id: "calendar",
    title: msg("Deadlines in your calendar"),
    body: [
      {
        steps: [
          {
            text: msg("Open <a>Calendar in your settings</a> and create a calendar address."),
            to: "/dashboard/profile?tab=calendar",
          },
          msg("Copy the address at once. It is shown only this time."),
          msg(
            "Subscribe to it in your calendar app. The app then shows the deadlines of all contests you join or run.",
          ),
        ],
      },
      msg(
        "Anyone with the address sees your deadlines, so keep it secret. If someone else got it, renew it: the old one stops working.",
      ),
      msg("To add one contest only, use Add to calendar on its page."),
    ],
  },
  {
    id: "results",
    title: msg("Results, feedback and your certificate"),
    body: [
      msg(
        "The creator picks the winners within 14 days after the deadline. If that doesn't happen, an admin can pick them.",
      ),
      msg(
        "Everyone who joined gets a notification. Everyone who submitted an entry can then read its ratings and feedback on the contest's page.",
      ),
      msg(
        "A winning entry is shown on the contest's page, unless its author declined when submitting it. You can publish your own entry there too.",
      ),
      {
        text: msg("Winners find their prizes and certificates in <a>My Winning Contests</a>."),
        to: "/dashboard/my_winning_contests",
      },
    ],
  },
  {
    id: "prize",
    title: msg("Receive your prize"),
    keywords: msg("dispute problem money award"),
    body: [
      msg("After the winner is announced, the creator sends the prize and says when and how. You get a notification."),
      {
        steps: [
          {
            text: msg("Open <a>My Winning Contests</a> and look at the prize's status."),
            to: "/dashboard/my_winning_contests",
          },
          msg("When the prize is there, press Confirm delivery."),
          msg("If it doesn't arrive, or something is wrong with it, press Report a problem and describe it."),
        ],
      },
      msg(
        "An admin then reads both sides and decides. Problems lower the creator's track record until they are settled.",
      ),
      msg("Prizes on this site are simulated, like payments."),
    ],
  },
];
