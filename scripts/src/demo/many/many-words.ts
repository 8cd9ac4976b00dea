import type { Tag } from "@conquest/shared/contracts/tags";

/** Texts of generated contests, in Latin and Bangla script. */
export interface Language {
  /** Requested works by tag. */
  things: Record<Tag, readonly string[]>;
  places: readonly string[];
  occasions: readonly string[];
  /** Syllables of sponsor names, enough to make each name rare. */
  syllables: readonly string[];
  /** `{sponsor}`, `{place}`, `{thing}` and `{occasion}` are placeholders. */
  names: readonly string[];
  sentences: readonly string[];
  tasks: readonly string[];
  people: { given: readonly string[]; family: readonly string[] };
}

const LATIN: Language = {
  things: {
    "Image Design Contests": ["A poster", "A logo", "A book cover", "A mural", "A stamp", "A calendar"],
    "Article Writing": ["An essay", "A column", "A portrait in words", "A reportage", "A letter", "A guide"],
    "Marketing Strategy": [
      "A launch plan",
      "A slogan",
      "A brand story",
      "A loyalty plan",
      "A campaign",
      "A price list",
    ],
    "Digital Advertisement Contests": [
      "A banner set",
      "A six-second film",
      "A story advert",
      "A video script",
      "A carousel",
      "A jingle",
    ],
    "Gaming Review": [
      "A review of a phone game",
      "A cricket game test",
      "A board game report",
      "A game diary",
      "A couch game guide",
      "A comparison of puzzles",
    ],
    "Book Review": [
      "A review of a novel",
      "A reading diary",
      "A poem explained",
      "A memoir reviewed",
      "A first novel reviewed",
      "A children's book tested",
    ],
    "Business Idea Concerts": [
      "A business plan",
      "A repair shop idea",
      "A delivery idea",
      "A farm idea",
      "A rental idea",
      "A market stall idea",
    ],
    "Movie Review": [
      "A film review",
      "A scene explained",
      "A documentary reviewed",
      "A short film compared",
      "A soundtrack review",
      "A classic seen again",
    ],
  },
  places: [
    "Dhaka",
    "Chattogram",
    "Sylhet",
    "Khulna",
    "Rajshahi",
    "Barishal",
    "Rangpur",
    "Mymensingh",
    "Cumilla",
    "Jashore",
    "Bogura",
    "Dinajpur",
    "Noakhali",
    "Kushtia",
    "Pabna",
    "Tangail",
    "Faridpur",
    "Rangamati",
    "Bandarban",
    "Sreemangal",
    "Teknaf",
    "Tetulia",
    "Bhola",
    "Netrokona",
  ],
  occasions: [
    "the book fair",
    "Pohela Boishakh",
    "the harvest festival",
    "a school library",
    "the river race",
    "a night market",
    "the tea season",
    "a hospital ward",
    "the first rain",
    "a cricket club",
    "the jute mill",
    "a women's cooperative",
    "the ferry terminal",
    "a museum night",
    "the winter fair",
    "a science club",
  ],
  syllables: [
    "ka",
    "ro",
    "mi",
    "ta",
    "shu",
    "pra",
    "ne",
    "dho",
    "li",
    "bo",
    "ra",
    "jo",
    "ti",
    "ma",
    "gon",
    "hi",
    "su",
    "ve",
    "pu",
    "nal",
  ],
  names: [
    "{thing} for {occasion}",
    "{thing} from {place}",
    "{thing}: {sponsor} of {place}",
    "{sponsor} asks: {thing}",
    "{thing} for {occasion} in {place}",
    "{place} and {occasion}: {thing}",
  ],
  sentences: [
    "{sponsor} has worked in {place} for years and now looks for fresh eyes.",
    "Last year the jury read every line and answered each one with a note.",
    "We want {thing} that a child understands and a grandmother keeps.",
    "Everything will be shown at {occasion}, with your name below it.",
    "Three owners from {place} and a teacher choose together.",
    "Do not trace what others did: show us where your idea comes from.",
    "The budget is small, the wall is large and the rain will come.",
    "Who has never taken part in anything is as welcome as who has won before.",
    "What we cannot use ourselves stays yours, with a letter that says why.",
    "People come to {occasion} from far away and remember one thing at most.",
  ],
  tasks: [
    "One page, and three sentences that say where it comes from.",
    "Three drafts and the one you would choose.",
    "At most 800 words or one sheet of A3.",
    "A sketch, its cost and its first week.",
  ],
  people: {
    given: [
      "Anika",
      "Sakib",
      "Ishrat",
      "Tahmid",
      "Mithila",
      "Fahim",
      "Sumaiya",
      "Rakib",
      "Labiba",
      "Zubair",
      "Puja",
      "Nafis",
      "Tasnim",
      "Imran",
      "Afsana",
      "Shuvo",
    ],
    family: [
      "Tabassum",
      "Mahmud",
      "Rahman",
      "Das",
      "Akter",
      "Hasan",
      "Chowdhury",
      "Ahmed",
      "Roy",
      "Iqbal",
      "Kabir",
      "Barua",
      "Karim",
      "Dutta",
      "Islam",
      "Chakma",
    ],
  },
};

const BANGLA: Language = {
  things: {
    "Image Design Contests": ["পোস্টার", "লোগো", "বইয়ের প্রচ্ছদ", "দেয়ালচিত্র"],
    "Article Writing": ["প্রবন্ধ", "চিঠি", "ভ্রমণকাহিনি", "প্রতিবেদন"],
    "Marketing Strategy": ["প্রচার পরিকল্পনা", "স্লোগান", "ব্র্যান্ডের গল্প", "বাজার জরিপ"],
    "Digital Advertisement Contests": ["ব্যানার", "ছয় সেকেন্ডের ছবি", "ভিডিও চিত্রনাট্য", "বিজ্ঞাপনের গান"],
    "Gaming Review": ["মোবাইল গেমের আলোচনা", "ক্রিকেট গেমের তুলনা", "লুডু নিয়ে লেখা", "গেমের দিনলিপি"],
    "Book Review": ["উপন্যাসের আলোচনা", "কবিতা পাঠ", "স্মৃতিকথা পাঠ", "ছোটদের বই"],
    "Business Idea Concerts": ["ব্যবসার পরিকল্পনা", "খামারের ভাবনা", "মেরামতের দোকান", "ভাড়ার ব্যবসা"],
    "Movie Review": ["চলচ্চিত্র আলোচনা", "প্রামাণ্যচিত্র", "স্বল্পদৈর্ঘ্য ছবি", "পুরোনো ছবি আবার দেখা"],
  },
  places: [
    "ঢাকা",
    "চট্টগ্রাম",
    "সিলেট",
    "খুলনা",
    "রাজশাহী",
    "বরিশাল",
    "রংপুর",
    "ময়মনসিংহ",
    "কুমিল্লা",
    "যশোর",
    "বগুড়া",
    "দিনাজপুর",
  ],
  occasions: [
    "বইমেলা",
    "পহেলা বৈশাখ",
    "নবান্ন উৎসব",
    "নৌকাবাইচ",
    "স্কুলের পাঠাগার",
    "রাতের বাজার",
    "চা বাগান",
    "শীতের মেলা",
  ],
  syllables: [
    "কা",
    "রো",
    "মি",
    "তা",
    "শু",
    "প্র",
    "নে",
    "ধো",
    "লি",
    "বো",
    "রা",
    "জো",
    "তি",
    "মা",
    "গন",
    "হি",
    "সু",
    "ভে",
    "পু",
    "নল",
  ],
  names: ["{occasion}: {thing}", "{place} থেকে {thing}", "{thing}, {sponsor}, {place}", "{sponsor} চায় {thing}"],
  sentences: [
    "{sponsor} বহু বছর ধরে {place} শহরে কাজ করছে, এবার নতুন চোখ খুঁজছে।",
    "এমন {thing} চাই যা শিশু বোঝে আর দাদি যত্নে রাখেন।",
    "সব কাজ {occasion} উপলক্ষে দেখানো হবে, নিচে থাকবে আপনার নাম।",
    "বিচারকেরা প্রতিটি লেখা পড়বেন এবং উত্তর দেবেন।",
    "অন্যের কাজ নকল করবেন না, ভাবনাটি কোথা থেকে এল তা লিখুন।",
    "যিনি আগে কখনো অংশ নেননি তিনিও স্বাগত।",
    "বাজেট ছোট, দেয়াল বড়, আর বৃষ্টি আসবেই।",
  ],
  tasks: ["এক পাতা আর তিনটি বাক্য।", "তিনটি খসড়া, আর আপনার পছন্দেরটি।", "সর্বোচ্চ আটশো শব্দ।"],
  people: {
    given: ["অনিকা", "সাকিব", "ইশরাত", "তাহমিদ", "মিথিলা", "ফাহিম", "সুমাইয়া", "রাকিব"],
    family: ["রহমান", "আক্তার", "হাসান", "চৌধুরী", "আহমেদ", "রায়", "কবির", "ইসলাম"],
  },
};

/** Normalizes to NFC like all stored text; some Bangla letters become two code points. */
const normalized = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).normalize("NFC")) as Value;

export const LANGUAGES = { latin: normalized(LATIN), bangla: normalized(BANGLA) };

/** Returns the name of the `number`th sponsor; few names repeat. */
export function sponsorOf({ syllables }: Language, number: number): string {
  const word = [1, 20, 400, 8000]
    .map((step, place) => syllables[(Math.floor(number / step) + 7 * place) % syllables.length]!)
    .join("");
  return word[0]!.toUpperCase() + word.slice(1);
}
