import type { DemoContest } from "./demo-contest";

export const DIGITAL_ADVERTISEMENT: DemoContest[] = [
  {
    tag: "Digital Advertisement Contests",
    by: "Sabbir Talukder",
    name: "Six seconds for road safety",
    description:
      "Before a video plays there are six seconds nobody can skip. Use them so that one more person on a motorcycle buckles the second helmet. No blood, no screaming, no statistics.",
    task: "A storyboard of six frames with the sound written below each. A rough animation is welcome, not needed.",
    fee: 100,
    prize: 28000,
    joined: 39,
    state: { is: "open", closesIn: 14 },
    demoUser: "submitted",
  },
  {
    tag: "Digital Advertisement Contests",
    by: "Tanvir Ahmed",
    name: "Banner set for a bookshop by boat",
    description:
      "A launch between Dhaka and Bhola now carries a bookshop on its lower deck. We advertise online for the first time and would like people to smile before they click.",
    task: "Three sizes (300 by 250, 728 by 90, 1080 by 1080) from one idea, text in Bangla.",
    fee: 100,
    prize: 12000,
    joined: 21,
    state: { is: "open", closesIn: 9 },
  },
  {
    tag: "Digital Advertisement Contests",
    by: "Arif Hossain",
    name: "Mobile banking without fear",
    description:
      "Scammers call in the bank's name. A cooperative in Bogura wants an advert that teaches its members one sentence to say before they hang up.",
    task: "One vertical video script of thirty seconds, two speakers, filmed on a phone. The sentence must be understood with the sound off.",
    fee: 150,
    prize: 32000,
    joined: 26,
    state: { is: "open", closesIn: 28 },
  },
  {
    tag: "Digital Advertisement Contests",
    by: "Nabila Karim",
    name: "Eid adverts for shops without a budget",
    description:
      "Forty small tailors in Mirpur share one page and a budget of nothing. Make a series that any of them can fill in with a name and a phone number.",
    task: "Five square templates that work in black and white too. Everything editable in a free tool.",
    fee: 50,
    prize: 9000,
    joined: 34,
    state: { is: "open", closesIn: 6 },
  },
  {
    tag: "Digital Advertisement Contests",
    by: "Rumana Yasmin",
    name: "Recruit nurses with one photograph",
    description:
      "The image on our careers page shows a model with a stethoscope the wrong way round. Nurses notice. Direct one honest photograph that makes a good nurse want to work with us.",
    task: "A sketch of the picture, the light, the people and the caption. We shoot the winning idea together with you.",
    fee: 100,
    prize: 16000,
    joined: 13,
    state: { is: "open", closesIn: 47 },
  },
  {
    tag: "Digital Advertisement Contests",
    by: "Mahmudul Islam",
    name: "Save water in a city of leaks",
    description:
      "A campaign for WhatsApp and Facebook that gets tenants to report a dripping pipe instead of stepping over it.",
    task: "Three posts that belong together, with picture and text, and the moment of day at which each goes out.",
    fee: 50,
    prize: 11000,
    joined: 28,
    state: {
      is: "completed",
      closedAgo: 20,
      winner: "Sumaiya Akter",
      note: "A leaking tap that counts taka instead of drops. It is already on our ticket office wall.",
    },
    demoUser: "submitted",
  },
  {
    tag: "Digital Advertisement Contests",
    by: "Tanvir Ahmed",
    name: "Launch trailer for a memory game",
    description:
      "Our game studio of four made a game about the liberation war for schools. We stopped it: the archive withdrew the pictures the game was built on.",
    task: "A storyboard for a trailer of forty seconds.",
    fee: 200,
    prize: 20000,
    joined: 12,
    state: {
      is: "cancelled",
      agoDays: 4,
      closesIn: 10,
      reason:
        "The archive withdrew its pictures, so there is nothing to make a trailer of. Everyone has their money back, with our apologies.",
    },
    demoUser: "joined",
  },
];
