/** Marks a message, in ICU syntax, that is translated where it is read. In a bundle, the call costs no bytes. */
export const msg = (message: string): string => message;

/** A sentence of the server, translated when it is sent. */
export interface Message {
  text: string;
  values?: MessageValues;
}
export type MessageValues = Readonly<Record<string, string | number | Message>>;

/** Makes a message with values: `message("You have {n, plural, one {# entry} other {# entries}}.", { n })`. */
export const message = (text: string, values?: MessageValues): Message => ({ text, ...(values && { values }) });
