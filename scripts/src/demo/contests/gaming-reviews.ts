import type { DemoContest } from "./demo-contest";

export const GAMING_REVIEWS: DemoContest[] = [
  {
    tag: "Gaming Review",
    by: "Sabbir Talukder",
    name: "A game you finished twice",
    description:
      "Not the newest, not the biggest: the one you went back to after the credits. Tell us what the second time showed that the first did not.",
    task: "600 to 1,000 words. Spoilers allowed from the third paragraph on, with a warning.",
    fee: 50,
    prize: 7000,
    joined: 43,
    state: { is: "open", closesIn: 19 },
  },
  {
    tag: "Gaming Review",
    by: "Priyanka Sarkar",
    name: "Games made in Bangladesh, taken seriously",
    description:
      "Local studios get either a pat on the back or a shrug. We want one review that does neither: what works, what does not, compared with the best of its kind anywhere.",
    task: "Review one game made in Bangladesh, 800 words, with three screenshots of your own.",
    fee: 50,
    prize: 12000,
    joined: 23,
    state: { is: "open", closesIn: 31 },
  },
  {
    tag: "Gaming Review",
    by: "Arif Hossain",
    name: "Review a game for your parents",
    description:
      "Most parents have never read a game review that was written for them. Choose a game their children play and tell them what it is, what it costs and when to worry.",
    task: "500 words, no jargon. Read it to somebody over fifty first and tell us what they asked.",
    fee: 0,
    prize: 5000,
    joined: 17,
    state: { is: "open", closesIn: 4 },
  },
  {
    tag: "Gaming Review",
    by: "Sabbir Talukder",
    name: "The five-taka phone game",
    description:
      "Thousands of games live from a coin at a time. Find one that is worth it and one that is a trap, and tell the difference to a reader of fifteen.",
    task: "Two reviews of 300 words each, with what you spent and on what.",
    fee: 20,
    prize: 3500,
    joined: 35,
    state: { is: "judging", closedAgo: 1 },
  },
  {
    tag: "Gaming Review",
    by: "Nabila Karim",
    name: "Cricket games: which one gets spin right?",
    description: "We have argued in the office for a year. Settle it with evidence.",
    task: "Compare at least three cricket games by the way a leg break behaves. Charts welcome.",
    fee: 50,
    prize: 6000,
    joined: 30,
    state: {
      is: "completed",
      closedAgo: 55,
      winner: "Nafis Iqbal",
      note: "Forty overs recorded in each game, and a chart that ended the argument. Almost.",
    },
  },
  {
    tag: "Gaming Review",
    by: "Shaila Haque",
    name: "A couch, two controllers, one evening",
    description:
      "We look for the best game to play with somebody who never plays. Write the review as the story of that evening.",
    task: "700 words; both players must have a say.",
    fee: 30,
    prize: 5500,
    joined: 25,
    state: { is: "open", closesIn: 38 },
  },
  {
    tag: "Gaming Review",
    by: "Tanvir Ahmed",
    name: "Board games from Bangladeshi makers",
    description:
      "Five new board games came out of Dhaka this year. We send the winner all five; you start with the one you already own or can borrow.",
    task: "A review of 600 words after at least three rounds with different people.",
    fee: 50,
    prize: 6500,
    joined: 0,
    state: {
      is: "changes_requested",
      closesIn: 27,
      comment:
        "Please list the five games by name in the description: people want to know whether they can get hold of one before they pay.",
    },
  },
];
