import { translate } from "../../../platform/text/translate";
import { feedbackSentence } from "./entry-columns";

it.each([
  [{ rating: 4, hasWord: false }, "Your entry was rated 4 out of 5."],
  [{ rating: 3.5, hasWord: true }, "Your entry was rated 3.5 out of 5, with feedback."],
  [{ rating: null, hasWord: true }, "You have feedback on your entry."],
  [{ rating: null, hasWord: false }, "No one rated your entry."],
])("formats %p as %p", (summary, sentence) => expect(translate("en", feedbackSentence(summary))).toBe(sentence));
