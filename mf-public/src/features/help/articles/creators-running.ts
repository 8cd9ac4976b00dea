import { msg } from "@conquest/shared/singletons/language";
import type { HelpArticle } from "../help-article";

/** About contests that are published. */
export const RUNNING: readonly HelpArticle[] = [
  {
    id: "judging",
    title: msg("How judging works"),
    keywords: msg("criteria criterion weight tie equal rating award pick winner anonymous"),
    body: [
      msg("After the deadline, you and the judges you invited read the entries and rate them from 1 to 5."),
      {
        steps: [
          msg("Set judging criteria before you publish, so that participants know what counts."),
          msg("Invite judges by email from the contest's entries. They need an account with a confirmed address."),
          {
            text: msg("After the deadline, open the entries in <a>My Submitted Contests</a> and rate them."),
            to: "/dashboard/contest_submitted",
          },
          msg("Compare the best entries in the ranking."),
          msg("Press Pick as winner beside the best entry, and say in a note why it won."),
        ],
      },
      { picture: "judging", alt: msg("An entry with its ratings for each judging criterion") },
      msg(
        "The ranking shows the average rating. The decision is yours: the winner doesn't have to be first. If entries have the same average, you decide too.",
      ),
      msg(
        "With several prizes, Pick as winner is for the first prize. Its dialog asks for an entry for each other prize. An entry can win only one prize, and the decision is final.",
      ),
      msg("Each prize needs a winner. If there are fewer entries than prizes, the last prizes stay without a winner."),
      msg("Names are hidden during judging, unless you switched anonymous judging off before anyone joined."),
    ],
  },
  {
    id: "judges",
    title: msg("Many entries and many judges"),
    keywords: msg("assign share criteria criterion weight corrected average strict date reminder"),
    body: [
      msg("You can invite up to 30 judges. Normally, all of them rate every entry."),
      msg(
        "The buttons Assign entries and Set a date appear under Judges on the contest's Entries page, once a judge has accepted.",
      ),
      {
        list: [
          msg(
            "Assign entries: choose how many judges read each entry. The site shares the entries at random and almost equally, and you can change the judges of each entry by hand.",
          ),
          msg("Recusal: a judge who knows the author can give up an entry, with a reason that only you read."),
          msg(
            "Date: ask for all ratings by a day. Judges with unrated entries get a reminder at half time and one day before it.",
          ),
          msg("Weights: a criterion with weight 2 counts twice as much as one with weight 1."),
        ],
      },
      msg("The panel shows how many entries each judge has rated."),
      msg(
        "The ranking and each entry also show a corrected average, which evens out that some judges are stricter than others. It appears once two people have rated, and one of them has rated at least 5 entries, not all with the same rating.",
      ),
    ],
  },
  {
    id: "deadlines",
    title: msg("Deadlines and extensions"),
    keywords: msg("close early end time zone hour extend shorten"),
    body: [
      msg(
        "Type a date and a time, like 31/12/2027 18:30, or pick them in the calendar. Without a time, the contest closes at 23:59. The time is in the time zone of your device.",
      ),
      msg("A review may take 2 days, so choose a deadline that leaves people time to join."),
      msg("Once someone has joined, you can't close a contest early. Before that, you can edit its deadline."),
      msg(
        "You can extend the deadline at most twice, by up to 30 days each time, and give a reason. Everyone who joined is notified and can leave with a refund within 48 hours.",
      ),
      msg("If you set a date for ratings, it moves as far as the deadline. The dialog shows the old and the new date."),
      msg(
        "Pick the winner within 14 days after the deadline. After that, an admin can pick one too. If there is no winner after 30 days, the contest is cancelled and everyone gets a refund.",
      ),
    ],
  },
  {
    id: "announcements",
    title: msg("Announcements and questions"),
    keywords: msg("message email participants answer contact"),
    body: [
      {
        text: msg(
          "To write to all participants, choose Send announcement in the menu of a contest in <a>My Created Contests</a>. You can send 3 a day.",
        ),
        to: "/dashboard/my_created_contests",
      },
      msg(
        "People ask questions on the contest's page. You get a notification, and everyone can read your answer there.",
      ),
    ],
  },
  {
    id: "progress",
    title: msg("Follow the progress and download the entries"),
    keywords: msg("csv zip export spreadsheet table statistics figures chart"),
    body: [
      {
        text: msg(
          "Press Manage beside a contest in <a>My Created Contests</a>. Its page Progress shows who joined, how many submitted, and what was collected.",
        ),
        to: "/dashboard/my_created_contests",
      },
      msg(
        "Under Downloads are the participants and the entries as tables (CSV), and the entries with their files (ZIP). They don't include emails.",
      ),
    ],
  },
  {
    id: "duplicate",
    title: msg("Duplicate a contest"),
    keywords: msg("copy again repeat template"),
    body: [
      {
        text: msg(
          "Choose Duplicate in the menu of a contest in <a>My Created Contests</a>. Its texts and settings are copied into a new draft.",
        ),
        to: "/dashboard/my_created_contests",
      },
      msg("Attached files aren't copied. Attach them again on the new contest's page."),
    ],
  },
  {
    id: "share",
    title: msg("Share your contest"),
    body: [
      msg(
        "Share the link of the contest's page. Messengers and social networks show its picture, its name and its summary.",
      ),
      msg(
        "To show the contest on your own site, choose Embed on its page and copy the HTML. The card shows the prize, the deadline and the spots left, and needs no scripts.",
      ),
      msg("Your public page has a feed of your contests, which people can follow in a feed reader."),
    ],
  },
  {
    id: "cancel",
    title: msg("Cancel a contest"),
    body: [
      msg(
        "A contest that no one paid for is deleted. If someone has paid, it is cancelled: everyone gets a full refund and a notification, and the contest's page stays.",
      ),
      msg("The dialog shows how many people get a refund, and how much, before you confirm. This can't be undone."),
    ],
  },
];
