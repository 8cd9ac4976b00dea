export const DEMO_ACCOUNTS = [
  { email: "admin@conquest.test", name: "Farhana Rahman", role: "admin" },
  { email: "creator@conquest.test", name: "Tanvir Ahmed", role: "creator" },
  { email: "user@conquest.test", name: "Rafi Chowdhury", role: "user" },
] as const;
export const [ADMIN, DEMO_CREATOR, DEMO_USER] = DEMO_ACCOUNTS;

export const DEMO_PASSWORD = "Conquest-2026";

export const CREATORS = [
  "Shaila Haque",
  "Mahmudul Islam",
  "Priyanka Sarkar",
  "Arif Hossain",
  "Nabila Karim",
  "Sabbir Talukder",
  "Rumana Yasmin",
] as const;
export type CreatorName = (typeof CREATORS)[number] | "Tanvir Ahmed";

export const PARTICIPANTS = [
  "Anika Tabassum",
  "Sakib Mahmud",
  "Ishrat Nawar",
  "Tahmid Rahman",
  "Mithila Das",
  "Fahim Shahriar",
  "Sumaiya Akter",
  "Rakib Hasan",
  "Labiba Chowdhury",
  "Zubair Ahmed",
  "Puja Roy",
  "Nafis Iqbal",
  "Tasnim Ferdous",
  "Imran Kabir",
  "Afsana Mim",
  "Shuvo Barua",
  "Maliha Zaman",
  "Rezaul Karim",
  "Oishee Dutta",
  "Tariqul Islam",
  "Jannatul Nayeem",
  "Adnan Sami Khan",
  "Nowshin Anjum",
  "Mehedi Hasan",
  "Rifat Ara",
  "Prottoy Saha",
  "Samia Hossain",
  "Galib Mustafa",
  "Tanjila Rahman",
  "Arnab Chakma",
  "Nusaiba Alam",
  "Yasir Arafat",
  "Mou Biswas",
  "Shahriar Kabir",
  "Fariha Tasnim",
  "Ridwan Siddique",
  "Sadia Afrin",
  "Tushar Paul",
  "Lamia Sultana",
  "Nahid Rana",
] as const;

export const WOMEN: ReadonlySet<string> = new Set([
  "Farhana Rahman",
  "Shaila Haque",
  "Priyanka Sarkar",
  "Nabila Karim",
  "Rumana Yasmin",
  "Anika Tabassum",
  "Ishrat Nawar",
  "Mithila Das",
  "Sumaiya Akter",
  "Labiba Chowdhury",
  "Puja Roy",
  "Tasnim Ferdous",
  "Afsana Mim",
  "Maliha Zaman",
  "Oishee Dutta",
  "Jannatul Nayeem",
  "Nowshin Anjum",
  "Rifat Ara",
  "Samia Hossain",
  "Tanjila Rahman",
  "Nusaiba Alam",
  "Mou Biswas",
  "Fariha Tasnim",
  "Sadia Afrin",
  "Lamia Sultana",
]);

export const ROLE_REQUESTER = "Samia Hossain";

export const BLOCKED = "Nahid Rana";

export const emailOf = (name: string) => `${name.toLowerCase().replaceAll(" ", ".")}@conquest.test`;

export const CONTACT_MESSAGES = [
  {
    name: "Kamrul Hassan",
    email: "kamrul.hassan@example.com",
    daysAgo: 6,
    isHandled: true,
    reply:
      "Wa alaikum assalam. Each student needs an account of their own, since a prize is paid to one person. You may well write the entries together in class.\n\nA contest for your college alone would be possible, too: ask for the role of a creator on your profile.",
    message:
      "Assalamu alaikum. I teach Bangla at a college in Rajshahi and would like my students to enter the writing contests together. Can one account submit for a group, or does each student need their own?",
  },
  {
    name: "Sadia Rahman",
    email: "sadia.r@example.com",
    daysAgo: 2,
    isHandled: false,
    reply: null,
    message:
      "I paid for a contest that was cancelled last week. My dashboard says refunded, thank you for that. How many days until it shows on my statement?",
  },
  {
    name: "Lutfor Rahman, Padma Publishers",
    email: "lutfor@example.com",
    daysAgo: 1,
    isHandled: false,
    reply: null,
    message:
      "We publish about thirty titles a year from Banglabazar and are thinking of a cover contest for the February book fair. Whom should we talk to about running five contests at the same time?",
  },
  {
    name: "Emily Carter",
    email: "emily.carter@example.com",
    daysAgo: 0,
    isHandled: false,
    reply: null,
    message:
      "Are people living outside Bangladesh allowed to take part in the book review contests? I could not find it in the terms.",
  },
] as const;
