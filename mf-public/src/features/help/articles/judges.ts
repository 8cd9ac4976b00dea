import { msg } from "@conquest/shared/singletons/language";
import type { HelpArticle } from "../help-article";

export const JUDGES: readonly HelpArticle[] = [
  {
    id: "accept",
    title: msg("Accept an invitation"),
    keywords: msg("verify email address confirm"),
    body: [
      {
        text: msg(
          "An invitation arrives by email and in <a>Judging</a>. Log in with the address that was invited and confirm it.",
        ),
        to: "/dashboard/judging",
      },
      msg("You can't judge a contest you joined, and you can't join a contest you judge."),
      msg("Your name is shown on the contest's page, and to the authors of the entries you rate."),
    ],
  },
  {
    id: "rate",
    title: msg("Rate entries"),
    keywords: msg("criteria criterion weight tie"),
    body: [
      msg("You can read the entries after the deadline. Until the winner is picked you can change everything."),
      {
        steps: [
          { text: msg("Open the contest in <a>Judging</a>."), to: "/dashboard/judging" },
          msg("Read an entry, with its files and answers."),
          msg("Rate it from 1 to 5, or each criterion if the contest has some. Every change is saved at once."),
          msg("Write feedback for the author."),
        ],
      },
      { picture: "judging", alt: msg("An entry with its ratings for each judging criterion") },
      msg(
        "The keys 1 to 5 rate, and the arrow keys move between entries. The button “Keyboard shortcuts” lists all of them.",
      ),
    ],
  },
  {
    id: "recuse",
    title: msg("Recuse yourself from an entry"),
    body: [
      msg(
        "If you know the author or can't judge fairly, choose “Recuse yourself from this entry” and give a reason. Only the creator reads it.",
      ),
      msg(
        "You no longer see the entry, and a rating you gave it is deleted. Only the creator can ask you to judge it again.",
      ),
      msg("If entries are assigned, another judge gets this one."),
    ],
  },
  {
    id: "feedback",
    title: msg("Who reads your ratings and feedback"),
    body: [
      msg("The creator sees all ratings. Other judges don't see yours."),
      msg(
        "Once there is a winner, authors read the ratings and feedback on their own entry, with your name. No one else can.",
      ),
      msg("Good feedback names one strength and one thing to improve."),
    ],
  },
  {
    id: "step-down",
    title: msg("Step down"),
    body: [
      msg(
        "You can step down in Judging until the winner is picked. Your ratings and feedback are then deleted, and only the creator can invite you again.",
      ),
    ],
  },
];
