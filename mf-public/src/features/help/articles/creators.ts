import { msg } from "@conquest/shared/singletons/language";
import type { HelpArticle } from "../help-article";

/** About contests that are not published yet. */
export const PREPARING: readonly HelpArticle[] = [
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
    keywords: msg("publish create add new contest review approve"),
    body: [
      {
        steps: [
          {
            text: msg("Fill in <a>Add Contest</a>. It is saved as a draft while you write."),
            to: "/dashboard/add_contest",
          },
          msg("Look at the preview and press Add Contest. An admin then reviews it, which may take 2 days."),
          msg("The admin approves it, or asks for changes with a comment. You can change it and send it again."),
          msg("Once it is approved, the contest is open and people can join until the deadline."),
        ],
      },
      {
        ifPrize: msg(
          "The entry fee equals the first prize. The registration price is for your records only. Amounts are whole taka, and 0 makes joining free.",
        ),
        ifPrice: msg("The entry fee is the registration price. Amounts are whole taka, and 0 makes joining free."),
      },
      { picture: "add-contest", alt: msg("The form for a new contest") },
      msg(
        "After the first person joins, the terms can't change: prizes, registration price, task, tag, rules, entry form and judging criteria. You can still improve the description and extend the deadline.",
      ),
    ],
  },
  {
    id: "brief",
    title: msg("Write a good brief"),
    keywords: msg("attach attachment upload files logo template markdown"),
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
      msg(
        "To attach files, add the contest first. Then open its page and press Add files under Attachments. You can attach up to ten, and everyone who can see the contest can download them.",
      ),
      msg("If you change the brief after publication, its page lists each change with its date."),
    ],
  },
  {
    id: "prizes",
    title: msg("Set prizes and send them"),
    keywords: msg("dispute money fee price award amount taka certificate"),
    body: [
      msg(
        "The first prize is the one in all lists. Add up to nine more, each with a name and an amount. An amount of 0 is an honourable mention.",
      ),
      {
        ifPrize: msg(
          "The entry fee equals the first prize. The registration price is for your records only. Amounts are whole taka, and 0 makes joining free.",
        ),
        ifPrice: msg("The entry fee is the registration price. Amounts are whole taka, and 0 makes joining free."),
      },
      msg("Prizes are part of the terms: they can't change once someone has joined."),
      msg(
        "After you picked the winners, send each prize. Mark it as sent under Prize on the contest's page, with the day, a note and a proof if you have one. The winner confirms that it arrived.",
      ),
      msg(
        "If a prize isn't sent within 14 days, or the winner reports a problem, an admin can step in. Your track record shows how many prizes were delivered, and how fast.",
      ),
      msg("Winners get their certificates from the site. You don't have to do anything."),
    ],
  },
  {
    id: "cover",
    title: msg("Choose a cover image"),
    keywords: msg("picture photo banner"),
    body: [
      msg(
        "In the first step of the form, upload an image, take a photo, choose one of the site's covers, or enter the address of a picture online. The best shape is 16:9.",
      ),
      msg("The cover is shown in lists, on the contest's page and when someone shares its link."),
    ],
  },
  {
    id: "entry-form",
    title: msg("Ask questions in an entry form"),
    body: [
      msg(
        "Add up to ten fields to the entry: short or long text, numeric value, one choice, several choices, link or consent. Each can be required and have a help text.",
      ),
      msg(
        "People see the fields before they join. You, the judges and admins see the answers beside each entry, and the downloaded table has a column for each field. Answers are never public.",
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
      msg("Set the team size in the form, up to 10. Leave it empty for no teams: everyone then submits alone."),
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
];
