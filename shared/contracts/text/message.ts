/** Marks a message, in ICU syntax, that is translated where it is read. In a bundle, the call costs no bytes. */
export const msg = (message: string): string => message;

/** A sentence of the server, translated when it is sent. */
export interface Message {
  text: string;
  values?: MessageValues;
}
/** `date` is an instant, shown in the reader's time zone, `day` one in UTC; `sentence` gets a full stop if it has none. */
export type MessageValue =
  string | number | Message | { date: string } | { day: string } | { taka: number } | { sentence: string | Message };
export type MessageValues = Readonly<Record<string, MessageValue>>;

/** Makes a message with values: `message("You have {n, plural, one {# entry} other {# entries}}.", { n })`. */
export const message = (text: string, values?: MessageValues): Message => ({ text, ...(values && { values }) });
