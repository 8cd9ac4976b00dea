import { hours, type DemoContest } from "./demo-contest";

export const BUSINESS_IDEAS: DemoContest[] = [
  {
    tag: "Business Idea Concerts",
    by: "Arif Hossain",
    name: "One lakh taka, one year, one upazila",
    description:
      "What business would you start outside the big cities with exactly one lakh taka? A jury of three owners from Jashore, Dinajpur and Noakhali reads every plan and answers each with a note.",
    task: "Four pages: customer, product, first month, sums. The sums matter most.",
    fee: 300,
    prize: 100000,
    joined: 35,
    state: { is: "open", closesIn: 45 },
    demoUser: "joined",
  },
  {
    tag: "Business Idea Concerts",
    by: "Nabila Karim",
    name: "Waste that pays for itself",
    description:
      "Dhaka makes more than six thousand tonnes of waste a day. Find one kind of it that somebody would pay to have sorted, clean and at the door.",
    task: "The buyer, the price per kilo, the way it is collected, and a photograph of a sample you made.",
    fee: 150,
    prize: 50000,
    joined: 31,
    state: { is: "open", closesIn: 29 },
  },
  {
    tag: "Business Idea Concerts",
    by: "Tanvir Ahmed",
    name: "Rent it instead: tools for neighbours",
    description:
      "A drill is used for twelve minutes in its life. Invent a lending business for one apartment block of two hundred families and make it earn its keep.",
    task: "Rules, prices, deposit, and what happens when something comes back broken.",
    fee: 100,
    prize: 18000,
    joined: 26,
    state: { is: "open", closesIn: 11 },
  },
  {
    tag: "Business Idea Concerts",
    by: "Mahmudul Islam",
    name: "A better lunch for garment workers",
    description:
      "Twenty minutes, sixty taka, eight hundred people at once. The canteen contract of a factory in Gazipur is open to whoever solves it.",
    task: "A menu for one week with cost per plate, and the queue drawn as a plan.",
    fee: 100,
    prize: 27000,
    joined: 17,
    state: { is: "open", closesIn: hours(52) },
  },
  {
    tag: "Business Idea Concerts",
    by: "Priyanka Sarkar",
    name: "Export something nobody exports yet",
    description:
      "Shirts, shrimps and jute are taken. Show us the next small thing a container could be filled with, and the first buyer abroad you would write to.",
    task: "Two pages and the e-mail to that buyer.",
    fee: 150,
    prize: 36000,
    joined: 12,
    state: { is: "judging", closedAgo: 8 },
  },
  {
    tag: "Business Idea Concerts",
    by: "Shaila Haque",
    name: "Care for parents, run by their children abroad",
    description:
      "Ten million of us work elsewhere and worry every evening. Which service would you pay for each month, and whom would you trust to bring it to the door?",
    task: "One service, its price, its first hundred families, and how trust is earned before the first visit.",
    fee: 200,
    prize: 42000,
    joined: 24,
    state: { is: "overdue", closedAgo: 16 },
  },
  {
    tag: "Business Idea Concerts",
    by: "Arif Hossain",
    name: "A school bus that fathers would trust",
    description: "Half the morning traffic is one child per car. We asked for a bus; forty of you answered.",
    task: "Route, timetable, price and the answer to the question “who is in the bus with my daughter?”.",
    fee: 100,
    prize: 24000,
    joined: 37,
    state: {
      is: "completed",
      closedAgo: 34,
      winner: "Labiba Chowdhury",
      note: "Two mothers on every bus, paid, with the timetable made around them. It runs in Uttara since last month.",
    },
  },
  {
    tag: "Business Idea Concerts",
    by: "Sabbir Talukder",
    name: "Double your money in ninety days",
    description:
      "Bring me investors and win. The best plan to find one hundred people with ten thousand taka each gets a share.",
    task: "A list of contacts and a script for the phone call.",
    fee: 500,
    prize: 200000,
    joined: 0,
    state: {
      is: "rejected",
      closesIn: 20,
      comment: "This asks people to recruit investors for an unnamed scheme. It cannot be published here in any form.",
    },
  },
];
