import { hours, type DemoContest } from "./demo-contest";

export const BOOK_REVIEWS: DemoContest[] = [
  {
    tag: "Book Review",
    by: "Rumana Yasmin",
    name: "Re-reading Humayun Ahmed",
    description:
      "Pick the one of his novels you loved at fifteen and read it again this month. Has it shrunk, or have you grown?",
    task: "800 words in Bangla or English. Quote him at least twice, with pages.",
    fee: 50,
    prize: 8000,
    joined: 41,
    state: { is: "open", closesIn: 23 },
  },
  {
    tag: "Book Review",
    by: "Mahmudul Islam",
    name: "First novels of the year",
    description:
      "Debuts vanish within weeks. Review one that came out in the last twelve months, from anywhere between Teknaf and Tetulia, and tell us whether you wait for the second.",
    task: "700 words and one sentence you wish you had written.",
    fee: 50,
    prize: 10000,
    joined: 20,
    state: { is: "open", closesIn: 36 },
  },
  {
    tag: "Book Review",
    by: "Priyanka Sarkar",
    name: "Poetry in a bus: five reviews of one poem each",
    description:
      "Long reviews kill short poems. We want five tiny ones, each about a single poem, to be printed on bus tickets.",
    task: "Five reviews of at most fifty words. Name poem, poet and book.",
    fee: 20,
    prize: 5000,
    joined: 32,
    state: { is: "open", closesIn: hours(30) },
  },
  {
    tag: "Book Review",
    by: "Nabila Karim",
    name: "Science books for class eight",
    description:
      "Our school club buys twenty books a year and has been wrong half of the time. Review one popular science book as a fourteen-year-old reads it.",
    task: "500 words: what one learns, where one gets stuck, and what to try at home with it.",
    fee: 0,
    prize: 4500,
    joined: 14,
    state: { is: "open", closesIn: 50 },
  },
  {
    tag: "Book Review",
    by: "Tanvir Ahmed",
    name: "Best translated book of the winter",
    description:
      "Which translation into Bangla made you forget that it is one? Compare a page with the original or with an English version and show how it was done.",
    task: "900 words with one passage side by side.",
    fee: 50,
    prize: 9000,
    joined: 22,
    state: {
      is: "completed",
      closedAgo: 16,
      winner: "Tasnim Ferdous",
      note: "A patient, funny comparison of four sentences that made three of us buy the book.",
    },
  },
  {
    tag: "Book Review",
    by: "Rumana Yasmin",
    name: "Children judge picture books",
    description: "Read one picture book to three children and write down what they say. You are only the secretary.",
    task: "400 words, the children's first names and ages, and their verdict out of five mangoes.",
    fee: 0,
    prize: 4000,
    joined: 32,
    state: {
      is: "completed",
      closedAgo: 25,
      winner: "user",
      note: "“The tiger should say sorry” is the best line of criticism we have printed. Five mangoes.",
    },
    demoUser: "submitted",
  },
  {
    tag: "Book Review",
    by: "Shaila Haque",
    name: "One memoir of 1971, three generations",
    description:
      "Choose a memoir of the war and have it read by three people of your family. Write down where they disagree.",
    task: "1,000 words with all three voices.",
    fee: 0,
    prize: 15000,
    joined: 0,
    state: { is: "in_review", closesIn: 60 },
  },
];
