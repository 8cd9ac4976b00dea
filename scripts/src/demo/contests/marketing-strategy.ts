import { hours, type DemoContest } from "./demo-contest";

export const MARKETING_STRATEGY: DemoContest[] = [
  {
    tag: "Marketing Strategy",
    by: "Arif Hossain",
    name: "Bring students back to the public library",
    description:
      "The library in Khulna has 60,000 books, fast internet and eleven visitors an hour. The budget for the whole year is one lakh taka. What would you do with the first twenty thousand?",
    task: "A plan on two pages: whom you want, where you meet them, what it costs, and how we know after three months whether it works.",
    fee: 150,
    prize: 22000,
    joined: 29,
    state: { is: "open", closesIn: 24 },
  },
  {
    tag: "Marketing Strategy",
    by: "Tanvir Ahmed",
    name: "Sell jamdani to people under thirty",
    description:
      "Weavers in Rupganj make what UNESCO lists and what our friends call a sari for aunties. We look for a plan that changes who buys, without making the loom faster or the cloth thinner.",
    task: "Name one group of buyers, one product for them, one channel and one price. Show the sums for a hundred pieces.",
    fee: 200,
    prize: 30000,
    joined: 31,
    state: { is: "open", closesIn: 16 },
    extended: {
      byDays: 6,
      reason: "The weavers come to Dhaka a week later than planned, and will read every entry with us.",
    },
    demoUser: "joined",
  },
  {
    tag: "Marketing Strategy",
    by: "Nabila Karim",
    name: "A launch plan for solar cold boxes",
    description:
      "Fish sellers throw away a fifth of the catch for want of ice. Our cold box runs on the sun and costs as much as a good phone. How does the first market in Barishal hear of it, and from whom?",
    task: "A ninety-day plan for one market, with the first ten conversations written out.",
    fee: 200,
    prize: 45000,
    joined: 15,
    state: { is: "open", closesIn: 42 },
  },
  {
    tag: "Marketing Strategy",
    by: "Shaila Haque",
    name: "Name and story for a pitha kitchen",
    description:
      "Five sisters-in-law from Bikrampur cook winter cakes for weddings and want to deliver all over Dhaka from November. They have recipes, a van and no name.",
    task: "A name, a line of at most seven words, and the story on the box in sixty words.",
    fee: 50,
    prize: 8000,
    joined: 42,
    state: { is: "open", closesIn: hours(15) },
  },
  {
    tag: "Marketing Strategy",
    by: "Mahmudul Islam",
    name: "Make a night market safe and full",
    description:
      "The shop owners of a street in Chattogram want to stay open until midnight. Families stay away after eight. Tell us what has to change first and what it takes to be believed.",
    task: "Three measures in order, each with its cost, its owner and the sentence you would put on a banner.",
    fee: 100,
    prize: 15000,
    joined: 20,
    state: { is: "overdue", closedAgo: 19 },
  },
  {
    tag: "Marketing Strategy",
    by: "Rumana Yasmin",
    name: "Blood donors, every month of the year",
    description:
      "After each disaster we have too many donors, and in Ramadan too few. A hospital in Mymensingh wants a rhythm instead of an alarm.",
    task: "A yearly calendar for one city of 500,000, with the message, the place and the partner of each month.",
    fee: 0,
    prize: 20000,
    joined: 33,
    state: {
      is: "completed",
      closedAgo: 41,
      winner: "Tahmid Rahman",
      note: "Birthdays as donation days, with the mosque and the mandir announcing the same list. We start in March.",
    },
  },
  {
    tag: "Marketing Strategy",
    by: "Priyanka Sarkar",
    name: "Tourism for Rangamati in the rain",
    description: "Everyone comes in December. The hills are at their best in July, and the guest houses are empty.",
    task: "One offer for the rainy season, from arrival to goodbye, that a guest house can start next week.",
    fee: 100,
    prize: 14000,
    joined: 0,
    state: {
      is: "in_review",
      closesIn: 35,
      before: {
        comment:
          "Please say how long the offer should be, and in which language guests read it. Is the prize right for that much work?",
        description: "Everyone comes in December. The hills are at their best in July.",
        task: "An offer for the rainy season that a guest house can start.",
        prize: 9000,
      },
    },
  },
];
