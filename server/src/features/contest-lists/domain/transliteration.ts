/** Latin spellings of Bangla letters as regular expressions; longer keys are tried first. Doubled Latin consonants are single. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ক: "(?:k|q|ck?)",
  খ: "kh?",
  গ: "g",
  ঘ: "gh?",
  ঙ: "ng?",
  ঙ্গ: "ng",
  চ: "ch",
  ছ: "chh?",
  জ: "[jz]",
  ঝ: "jh?",
  জ্ঞ: "gy?",
  ঞ: "n",
  ট: "t",
  ঠ: "th?",
  ড: "d",
  "ড\u09bc": "rh?",
  ঢ: "dh?",
  "ঢ\u09bc": "rh?",
  ণ: "n",
  ত: "t",
  ৎ: "t",
  থ: "th?",
  দ: "d",
  ধ: "dh?",
  ন: "n",
  প: "p",
  ফ: "(?:ph?|f)",
  ব: "[bv]",
  ভ: "(?:bh?|v)",
  ম: "m",
  য: "[jz]",
  "য\u09bc": "[ye]?",
  র: "r",
  ল: "l",
  শ: "(?:sh?|c(?=[eiy])|tio(?=n))",
  ষ: "sh?",
  স: "(?:sh?|c(?=[eiy]))",
  ক্ষ: "(?:kh?|ksh?|x)",
  ক্স: "(?:ksh?|x)",
  হ: "h",
  "ং": "ng?",
  "ংগ": "ng",
  "ঃ": "h?",
  "ঁ": "n",
  // Written below another letter, these are often silent.
  "্য": "(?:y?[aeo]?)",
  "্যা": "(?:y?ae?|e)",
  "্ব": "[wbv]?",
  অ: "[ao]",
  আ: "aa?",
  ই: "(?:ee|[iey])",
  ঈ: "(?:ee|[iy])",
  উ: "(?:oo|[uw])",
  ঊ: "(?:oo|u)",
  ঋ: "ri?",
  এ: "(?:ae?|e)",
  ঐ: "[ao][iy]",
  ও: "[ow]",
  "ওয\u09bc": "(?:o?w|oy?)",
  ঔ: "[ao][uw]",
  "া": "(?:aa?|u|e(?=r))",
  "াই": "(?:a?[iy])",
  "ি": "(?:ee|[iey])",
  "িউ": "(?:iu|u|i?ew)",
  "ী": "(?:ee|[iey])",
  "ু": "(?:oo|ou|u)",
  "ূ": "(?:oo|ou|u)",
  "ৃ": "r[iu]?",
  "ে": "(?:ey?|ae?)",
  "ৈ": "[ao][iy]",
  "ো": "oa?",
  "ৌ": "[ao][uw]",
};

/** The vowel after a consonant that has no sign for one. English words may end in a silent e after another vowel. */
const INHERENT = "(?:[ao]|e(?=r))?";
const LAST_INHERENT = "[aoe]?";

const KEYS = Object.keys(SPELLINGS).toSorted((one, other) => other.length - one.length);
const units = () => new RegExp(`${KEYS.join("|")}|.`, "gsu");
const IS_CONSONANT = /^্?[ক-হ][\u09bc্ক-হ]*$/u;
const HAS_VOWEL_OR_JOINER = /^[্\u09be-\u09cc]/u;

/** A letter joined to itself or to its aspirated form is written once. */
const GEMINATES = /([ক-হ])্(?=\1)|ক্(?=খ)|চ্(?=ছ)|জ্(?=ঝ)|ট্(?=ঠ)|ত্(?=থ)|দ্(?=ধ)/gu;
const single = (latin: string) => latin.replace(/([kcs]h|[^aeiou])\1+/g, "$1");

function spellingsOf(bangla: string): RegExp {
  const parts = bangla.replace(GEMINATES, "").match(units()) ?? [];
  const vowelAfter = (index: number) => {
    const [before = "", part, next] = [parts[index - 1], parts[index]!, parts[index + 1]];
    if (!IS_CONSONANT.test(part)) return "";
    if (next === undefined) return IS_CONSONANT.test(before) ? INHERENT : LAST_INHERENT;
    return HAS_VOWEL_OR_JOINER.test(next) ? "" : INHERENT;
  };
  return new RegExp(`^${parts.map((part, index) => (SPELLINGS[part] ?? "") + vowelAfter(index)).join("")}$`, "u");
}

/** Whether a folded Latin word spells a folded Bangla one. Letters of neither are ignored. */
export const spells = (latin: string, bangla: string): boolean => spellingsOf(bangla).test(single(latin));

const SUFFIX = /(?<!্)(?:ে?র|ে?রা|য\u09bc|ে|কে|তে|ট[াি]|ট[াি]র|দের|গুল[োি]|[ওই])$/u;
const MIN_STEM_LENGTH = 3;

/** Returns a Bangla word and its stem without a case ending, if it has one; the shorter first. */
export function stemsOf(bangla: string): string[] {
  const stem = bangla.replace(SUFFIX, "");
  return stem !== bangla && [...stem].length >= MIN_STEM_LENGTH ? [stem, bangla] : [bangla];
}
