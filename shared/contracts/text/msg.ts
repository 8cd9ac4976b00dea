// In its own file: pages with constant messages need nothing else.

/** Marks a message, in ICU syntax, that is translated where it is read. In a bundle, the call costs no bytes. */
export const msg = <Words extends string>(message: Words): Words => message;
