export { msg } from "./msg";

/** A sentence that is translated when its reader is known. */
export interface Message {
  text: string;
  values?: MessageValues;
}
/**
 * `date` is an instant, shown in the reader's time zone, `day` and `second` are in UTC; `digits` are not grouped;
 * `country` is a code; `sentence` gets a full stop if it has none.
 */
export type MessageValue =
  | string
  | number
  | Message
  | { date: string }
  | { day: string }
  | { second: string }
  | { taka: number }
  | { digits: string }
  | { country: string }
  | { sentence: string | Message };
export type MessageValues = Readonly<Record<string, MessageValue>>;

/** Makes a message with values: `message("You have {n, plural, one {# entry} other {# entries}}.", { n })`. */
export const message = (text: string, values?: MessageValues): Message => ({ text, ...(values && { values }) });

/** A message, or a text that is not translated. */
export type Text = string | Message;

let translate: ((message: Message) => string | undefined) | undefined;

/** Sets how sentences of contracts are translated: on the server during one synchronous parse, in a browser always. */
export function provideTranslation(by: typeof translate): void {
  translate = by;
}

/** Without a translation, it is English, with numbers as they are. */
export function translated(text: Text): string {
  if (typeof text === "string") return text;
  const { text: english, values = {} } = text;
  return translate?.(text) ?? english.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

/** The error of a schema: `z.string().min(1, invalid(message("Enter a name")))`. */
export const invalid = (text: Text) => ({ error: () => translated(text) });
