import { hours, type DemoContest } from "./demo-contest";

export const ARTICLE_WRITING: DemoContest[] = [
  {
    tag: "Article Writing",
    by: "Mahmudul Islam",
    name: "The last ferry ghat",
    description:
      "Bridges have replaced the ferries one by one. We collect reported stories from the ghats that remain or have just fallen silent: the boiled egg sellers, the hours of waiting, the people for whom the bridge was not good news.",
    task: "1,200 to 1,800 words in English or Bangla, reported on the spot, with at least two people quoted by name.",
    fee: 100,
    prize: 20000,
    joined: 18,
    state: { is: "open", closesIn: 26 },
    demoUser: "joined",
  },
  {
    tag: "Article Writing",
    by: "Rumana Yasmin",
    name: "Explain load shedding to a ten-year-old",
    description:
      "Our children's page answers one hard question a month. This time: why does the electricity go, where does it go, and who decides whose fan stops first?",
    task: "At most 600 words, no word a ten-year-old would have to look up, one comparison that works. No politics, all physics.",
    fee: 50,
    prize: 6000,
    joined: 36,
    state: { is: "open", closesIn: hours(20) },
  },
  {
    tag: "Article Writing",
    by: "Tanvir Ahmed",
    name: "My grandmother's recipe, honestly",
    description:
      "Recipes lie: they leave out the neighbour who came by, the smoke, the quarrel about salt. Tell us one family recipe with everything that happens around it. The ten best become a small book for the winter.",
    task: "Up to 1,000 words. A reader must be able to cook the dish afterwards.",
    fee: 100,
    prize: 10000,
    joined: 33,
    state: { is: "open", closesIn: 18 },
  },
  {
    tag: "Article Writing",
    by: "Priyanka Sarkar",
    name: "A day with the Sundarbans honey collectors",
    description:
      "April is the month of the mawals. We fund one long read for our travel magazine, about work, belief and tigers, without turning anyone into a postcard.",
    task: "A pitch of 500 words: whom you will follow, what you already know, what could go wrong. The winner writes the story with our support.",
    fee: 150,
    prize: 35000,
    joined: 11,
    state: { is: "open", closesIn: 55 },
  },
  {
    tag: "Article Writing",
    by: "Mahmudul Islam",
    name: "What my first salary bought",
    description:
      "Short true stories about the first money somebody earned: garments, ride sharing, tuition, a first line of code. One will be read on the radio each Friday.",
    task: "300 to 500 words, true, in the first person. No moral at the end.",
    fee: 50,
    prize: 5000,
    joined: 46,
    state: {
      is: "completed",
      closedAgo: 9,
      winner: "Mithila Das",
      note: "The umbrella for her father, bought on a day without a cloud: we read it aloud in the office and had to stop twice.",
    },
    demoUser: "submitted",
  },
  {
    tag: "Article Writing",
    by: "Rumana Yasmin",
    name: "A letter to the river Buriganga",
    description:
      "Open letters to a river that once drank from the Dhaleshwari and now drinks from everything else. Angry is fine. Lazy is not.",
    task: "Up to 800 words, addressed to the river. At least one fact that you checked, with its source.",
    fee: 50,
    prize: 7500,
    joined: 24,
    state: { is: "judging", closedAgo: 5 },
    demoUser: "submitted",
  },
  {
    tag: "Article Writing",
    by: "Sabbir Talukder",
    name: "Ten proverbs nobody says any more",
    description:
      "Collect sayings from your district that your parents knew and your cousins do not, and tell where each was used.",
    task: "Ten proverbs with their place, meaning and one scene of use.",
    fee: 0,
    prize: 4000,
    joined: 0,
    state: {
      is: "changes_requested",
      closesIn: 30,
      comment:
        "A lovely idea. Please say in the task in which language the proverbs are wanted, and whether several people may send the same one.",
    },
  },
  {
    tag: "Article Writing",
    by: "Tanvir Ahmed",
    name: "Write my university assignment",
    description:
      "Need a 3,000 word paper on microfinance, APA style, by next week. Good English, must pass the similarity check.",
    task: "A full paper with references. Best one gets paid.",
    fee: 0,
    prize: 3000,
    joined: 0,
    state: {
      is: "rejected",
      closesIn: 6,
      comment:
        "We do not publish contests for work that somebody must hand in as their own. A contest about microfinance itself is welcome.",
    },
  },
];
