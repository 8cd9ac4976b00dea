/** Names of categories: all of the text must be one of them. */
const NAMES = `
image design contests = ইমেজ ডিজাইন প্রতিযোগিতা
article writing = আর্টিকেল লেখা
marketing strategy = মার্কেটিং কৌশল
digital advertisement contests = ডিজিটাল বিজ্ঞাপন প্রতিযোগিতা
gaming review = গেম রিভিউ
book review = বই রিভিউ
business idea concerts = ব্যবসার আইডিয়া প্রতিযোগিতা
movie review = মুভি রিভিউ`;

/** Words of the site, and places whose English names do not follow their sound. The first synonyms are preferred. */
const WORDS = `
advertisement, advertising = বিজ্ঞাপন
article = আর্টিকেল, নিবন্ধ
bogra, bogura = বগুড়া
book, boi = বই
business = ব্যবসা, বিজনেস
chittagong, chattogram = চট্টগ্রাম
comilla, cumilla = কুমিল্লা
contest, competition = প্রতিযোগিতা
creator = আয়োজক
design = ডিজাইন, নকশা
digital = ডিজিটাল
eid = ঈদ
entry, entries = এন্ট্রি
film, movie, cinema = চলচ্চিত্র, মুভি, সিনেমা
game, gaming = গেম
idea = আইডিয়া, ধারণা
photo, photograph, photography = ছবি, ফটো, আলোকচিত্র
image, picture = ছবি, ইমেজ
jessore, jashore = যশোর
judge = বিচারক
logo = লোগো
marketing = মার্কেটিং, বিপণন
mymensingh = ময়মনসিংহ
narayanganj = নারায়ণগঞ্জ
poem, poetry = কবিতা
poster = পোস্টার
prize, award = পুরস্কার
review = রিভিউ, পর্যালোচনা
story, stories = গল্প
strategy = কৌশল
sylhet = সিলেট
video = ভিডিও
winner = বিজয়ী
writing = লেখা`;

/** Maps each text to its counterparts in the other script. Bangla is decomposed, as `search_fold` leaves it. */
export const COUNTERPARTS: ReadonlyMap<string, readonly string[]> = (() => {
  const pairs = new Map<string, string[]>();
  for (const line of `${NAMES}${WORDS}`.normalize("NFC").trim().split("\n")) {
    const [english, bangla] = line.split(" = ").map((side) => side.split(", ")) as [string[], string[]];
    for (const [texts, others] of [
      [english, bangla],
      [bangla, english],
    ] as const)
      for (const text of texts) pairs.set(text, [...(pairs.get(text) ?? []), ...others]);
  }
  return pairs;
})();
