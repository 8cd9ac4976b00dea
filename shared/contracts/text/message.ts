/** Marks a message, in ICU syntax, that is translated where it is read. In a bundle, the call costs no bytes. */
export const msg = (message: string): string => message;
