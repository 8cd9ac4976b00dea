import { msg } from "@conquest/shared/singletons/language";
import type { HelpArticle } from "../help-article";

export const CREATORS: readonly HelpArticle[] = [
  {
    id: "become-a-creator",
    title: msg("Become a creator"),
    body: [
      {
        text: msg("Open <a>your profile</a> and apply for the role of a contest creator. Choose any of the options."),
        to: "/dashboard/profile",
      },
      msg("An admin reads the request. You get a notification with the answer."),
      msg("You can't join your own contests, but you can join those of others."),
    ],
  },
  {
    id: "publish",
    title: msg("From a draft to an open contest"),
    body: [
      {
        steps: [
          {
            text: msg("Fill in <a>Add Contest</a>. It is saved as a draft while you write."),
            to: "/dashboard/add_contest",
          },
          msg("Look at the preview and send the contest for review."),
          msg("An admin approves it, or asks for changes with a comment. You can change it and send it again."),
          msg("Once it is approved, the contest is open and people can join until the deadline."),
        ],
      },
      { picture: "add-contest", alt: msg("The form for a new contest") },
      msg(
        "After the first person joins, the terms can't change: prizes, entry fee, task, tag, rules, entry form and judging criteria. You can still improve the description and extend the deadline.",
      ),
    ],
  },
  {
    id: "brief",
    title: msg("Write a good brief"),
    body: [
      msg("The description says what the contest is about. The task says what people must submit."),
      {
        list: [
          msg("Begin with one sentence that names the result: “Design a poster for a book fair, A2, portrait.”"),
          msg("Say who it is for and where it will be used."),
          msg("List what every entry must contain, and what you don't want."),
          msg("Name formats and sizes. Attach logos, texts and examples."),
          msg("Say how you will judge. People work towards the criteria you name."),
        ],
      },
      msg(
        "Use Markdown to structure a long text: “## Heading”, “- list”, “**bold**” and “[text](https://example.com)”. The toolbar inserts these for you, and the preview shows the result.",
      ),
      { picture: "brief", alt: msg("The editor of a brief with its toolbar and preview") },
      msg("You can attach up to ten files. Everyone who can see the contest can download them."),
      msg("If you change the brief after publication, its page lists each change with its date."),
    ],
  },
  {
    id: "prizes",
    title: msg("Set prizes and send them"),
    body: [
      msg(
        "The first prize is the one in all lists. Add up to nine more, each with a name and an amount. An amount of 0 is an honourable mention.",
      ),
      msg("Prizes are part of the terms: they can't change once someone has joined."),
      msg(
        "After you picked the winners, send each prize and mark it as sent, with the day, a note and a proof if you have one. The winner confirms that it arrived.",
      ),
      msg(
        "If a prize isn't sent within 14 days, or the winner reports a problem, an admin can step in. Your track record shows how many prizes were delivered, and how fast.",
      ),
    ],
  },
  {
    id: "entry-form",
    title: msg("Ask questions in an entry form"),
    body: [
      msg(
        "Add up to ten fields to the entry: short or long text, number, one choice, several choices, link or consent. Each can be required and have a help text.",
      ),
      msg(
        "People see the fields before they join. You and the judges see the answers beside each entry, and the downloaded table has a column for each field. Answers are never public.",
      ),
      msg("Ask only for what you need: every required field costs entries."),
    ],
  },
  {
    id: "rules",
    title: msg("Set rules"),
    body: [
      msg(
        "Rules say who can join and what is allowed: a minimum age, countries, original work only, the use of AI disclosed, and a text of your own.",
      ),
      msg(
        "Everyone accepts the rules before joining. The site stores which version a person accepted, but doesn't check ages or addresses.",
      ),
      msg("Once someone has joined, the rules can't change."),
    ],
  },
  {
    id: "spots",
    title: msg("Limit the spots"),
    body: [
      msg("Set the maximum number of participants, from 2 to 100,000, in the form. Leave it empty for no limit."),
      msg(
        "When all spots are taken, people can join a waiting list. If someone leaves, the spot is offered to the first of them for 24 hours.",
      ),
      msg(
        "You can change the limit while the contest is open, but not below the number of people who joined or hold an offer.",
      ),
    ],
  },
  {
    id: "teams",
    title: msg("Let teams enter"),
    body: [
      msg("Set the team size in the form, up to 10. With 1, everyone submits alone."),
      msg("Each member joins and pays on their own, and a team submits one entry. People may also enter alone."),
      msg(
        "An award goes to the team's entry. All members are named and get certificates, and you send the prize to the captain.",
      ),
      msg("Once someone has joined, the team size can't change."),
    ],
  },
  {
    id: "visibility",
    title: msg("Public, unlisted and private contests"),
    body: [
      {
        list: [
          msg("Public: in all lists, search and feeds."),
          msg("Unlisted: only people with the link find it. Search engines are asked not to list it."),
          msg(
            "Private: only people you invite by email, and people with the join code. For everyone else it doesn't exist.",
          ),
        ],
      },
      msg(
        "A contest can become less visible at any time. It can become more visible only while no one has joined, since people joined on these terms.",
      ),
    ],
  },
  {
    id: "judging",
    title: msg("How judging works"),
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
          msg("Pick the winners and say in a note why they won."),
        ],
      },
      { picture: "judging", alt: msg("An entry with its ratings for each judging criterion") },
      msg("The ranking shows the average rating. The decision is yours: the winner doesn't have to be first."),
      msg("Names are hidden during judging, unless you switched anonymous judging off before anyone joined."),
    ],
  },
  {
    id: "judges",
    title: msg("Many entries and many judges"),
    body: [
      msg("You can invite up to 30 judges. Normally, all of them rate every entry."),
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
      msg(
        "The panel shows how many entries each judge has rated. The ranking can also show a corrected average, which evens out that some judges are stricter than others.",
      ),
    ],
  },
  {
    id: "deadlines",
    title: msg("Deadlines and extensions"),
    body: [
      msg(
        "You can extend the deadline at most twice, by up to 30 days each time, and give a reason. Everyone who joined is notified and can leave with a refund within 48 hours.",
      ),
      msg(
        "Pick the winner within 14 days after the deadline. After that, an admin can pick one too. If there is no winner after 30 days, the contest is cancelled and everyone gets a refund.",
      ),
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
