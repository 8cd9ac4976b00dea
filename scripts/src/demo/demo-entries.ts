import type { Tag } from "@conquest/shared/contracts/tags";

export const ENTRY_TEXTS: Record<Tag, readonly string[]> = {
  "Image Design Contests": [
    "I drew everything by hand first and kept the wobble of the ink. Two colours only, so that it can be printed next door. The bird comes from my aunt's nakshi kantha; the photo of it is in the folder.",
    "My version starts from what people see at ten metres: one shape, one line of text. Only when you come closer do the small figures appear. There are eleven of them, and one is late.",
    "Three sketches went into the bin because they looked like last year. This one begins with the paper itself: I left the middle empty and let the border do the talking.",
    "I tested it at the copy shop on the corner, at 15 taka a sheet, and changed two colours after that. What you see is what comes out of the worst printer in Mohammadpur.",
    "The idea is a single continuous line, from the left edge to the right. You can follow it with your finger. I asked four children to do so and all of them laughed at the same place.",
  ],
  "Article Writing": [
    "The tea stall at the end of the jetty still opens at four in the morning, though no one has had to wait there since June. Abdul Malek says that he does not know how to sleep any longer, so he sells tea to the fishermen and to me.",
    "My mother counted the money twice, folded it, and put it into the Quran on the shelf. Then she gave me back one note and told me to spend it on something useless before evening.",
    "I tried to write this without the word “nostalgia” and managed it. What remains is a list of prices, a smell of kerosene, and a conversation with the man who used to sell the tickets.",
    "It begins with salt. Every version of this story in my family begins with salt, and each blames a different aunt. I have cooked all of them over the last two weeks and can finally report.",
    "Draft in Bangla, with an English translation below. All names are real and the people have read what I wrote about them. Rahela Begum asked me to correct her age, upwards.",
  ],
  "Marketing Strategy": [
    "Whom: women between 24 and 30 who buy their own clothes for the first time. Where: the ten minutes after office at the bus stop. Cost: 6,400 taka for the first month. We stop if fewer than thirty come twice.",
    "I phoned eleven possible customers before writing anything. Nine had never heard of it, two thought that it was closed. So the first month goes into being found, and only then do we talk about price.",
    "One offer, one channel, one number to watch. Everything else that I would like to do is on page two, crossed out, with the reason why.",
    "The plan works with the people who are already there: the tea stall, the rickshaw garage and the school gate. Each gets something for passing the word on, and what they get is in the table.",
    "We begin small on purpose: a single street, one week, fifty conversations. I wrote down the first ten as they would really go, including the four in which they say no.",
  ],
  "Digital Advertisement Contests": [
    "Frame 1: a helmet on a shelf, dust. Frame 2: a hand takes the other one. Frame 3: the child knocks on the shelf. No voice at all until the last second, when it says: “Mine too.”",
    "The first line has to work with the sound off, so the whole idea is in one subtitle. I showed it to my uncle without explaining anything and he repeated the sentence to me at dinner.",
    "Three sizes, one picture: a boat, a book, and a reader who does not look up. In the small size only the reader stays. Text in Bangla, set large enough for my mother.",
    "I count on repetition: the same scene on three days, and each time one detail has changed. People write the difference into the comments, which is the campaign.",
    "Shot on a phone in my stairwell with my two sisters. It is rough, but you can hear that nobody was given lines. Script and timing are in the text below.",
  ],
  "Gaming Review": [
    "The second time I noticed the doors. On the first run you are too busy to see that each of them opens towards you, and that only one does not. After that I could not trust any door for twelve hours.",
    "Verdict first: buy it if you have somebody to sit next to, leave it if you do not. What follows is the story of an evening with my cousin, who had never held a controller and won.",
    "I bowled two hundred leg breaks in each game, on the same pitch, and wrote down where they turned. The table says more than I could, but the short version is: one of the three knows what drift is.",
    "It costs nothing to begin and 340 taka to go on, and the game tells you so only after nine days. I kept a diary of what it asked me for and when. Day four is the clever one.",
    "A warm, unfinished game made by people who clearly miss the place they draw. The jumping is bad. I forgave it at the second bridge and will explain why.",
  ],
  "Book Review": [
    "At fifteen I was in love with the brother. At thirty I read the same pages and worry about the sister, who cooks, listens and is given no chapter of her own. The book did not shrink; I had simply not looked.",
    "The best sentence is on page 61 and has four words. I will not quote it, because it works only after the sixty pages before it. That is also my complaint about the rest.",
    "Ayaan (6): “Why is the tiger alone?” Raisa (5): “Because he shouted.” Tuba (7): “The tiger should say sorry.” Verdict: five mangoes, one of them bitten.",
    "I set the translation beside the original on the kitchen table and read both aloud. In the third paragraph the translator cheats, and the paragraph is better for it.",
    "A debut with too many metaphors and one scene I shall never forget: two brothers who divide a radio. I am waiting for the second book.",
  ],
  "Business Idea Concerts": [
    "Customer: families on the third to sixth floor without a lift. Product: water and rice brought up at a fixed hour. First month: 61 households in two buildings, asked in person. The sums are in the table and leave 9,200 taka.",
    "I started with what people already pay somebody's nephew for. Eight of twenty neighbours would pay monthly if the price were written on the wall, so the price is written on the wall.",
    "The sample is in the photo: four kilos, sorted in a day by two people. The buyer in Narayanganj offered 38 taka a kilo for clean and 11 for dirty. The whole business is in that difference.",
    "This is deliberately boring: one van, two routes, the same driver every day. Trust is the product. Page three says what we do on the first day on which something goes wrong.",
    "One lakh is enough if nothing is bought in the first two months. We rent the machine by the hour until there are forty orders, and stop if there are not.",
  ],
  "Movie Review": [
    "00:41:10. The camera stays outside while the father goes in, and we hear the school before we see it. For eleven seconds nothing happens, and afterwards the boy is somebody else.",
    "I saw it in the third row, where the screen bends. Half the hall repeated the lines before they came. I have tried to review both, the film and the half that spoke.",
    "So, it is about a woman who repairs clocks. No, wait. It is about the clocks. I am on my way home and I have just missed my stop because of it, which is my review.",
    "Yes, the snake sings. Yes, the hero changes his shirt within one embrace. And in the middle there is a farewell at a railway gate that better films would be glad to have.",
    "It lasts twenty-three minutes and had me at minute two, when the net comes up empty and nobody says a word. Free to watch; the link is below the text.",
  ],
};

export const JUDGE_COMMENTS: Readonly<Record<1 | 2 | 3 | 4 | 5, readonly string[]>> = {
  1: [
    "This answers another question than the task asked. Please read it once more: there is a good eye behind this, and I would like to see it again.",
  ],
  2: [
    "The beginning promises more than the rest keeps. Half as long, it would be twice as good.",
    "I could not find out for whom this is made. Choose one person, and make it for them.",
  ],
  3: [
    "Solid work, and exactly what was asked for. What is missing is the one thing that I would tell somebody about in the evening.",
    "Good, with one careless spot in the middle. You know which one.",
  ],
  4: [
    "This was on my table until the last evening. What decided it was not quality but fit: I hope to see you again in the next one.",
    "The best detail of all the entries is yours. Around it there is a little too much.",
  ],
  5: [
    "I read it twice and then aloud to the others. Nobody asked a question afterwards, which never happens.",
    "You left out what everybody else put in, and that is why it works.",
  ],
};
