/** Spaces, line breaks, control characters, halves of characters, and what turns or hides the text around it. */
const NEVER_IN_ADDRESS = /[\s\p{Z}\p{Cc}\p{Cs}\p{Bidi_Control}\u00ad\u180e\u200b\u2060-\u2064]/u;

const LABEL = /^[\p{L}\p{M}\p{N}\u200c\u200d-]+$/u;

export const LONGEST_EMAIL = 320;

/**
 * Whether a text may be an email address. Identity providers decide which are: an address that one of them accepts can sign in
 * here, so nothing is asked beyond one @ with something on both sides and nothing that could end a header.
 */
export const isEmailAddress = (text: string): boolean => /^[^@]+@[^@]+$/.test(text) && !NEVER_IN_ADDRESS.test(text) && text.length <= LONGEST_EMAIL;

/** An address in the one form the site compares: trimmed, lower case, NFC, and its domain as the DNS has it. */
export function canonicalEmail(text: string): string {
  const whole = text.trim().normalize("NFC").toLowerCase().normalize("NFC");
  const at = whole.lastIndexOf("@");
  return at < 0 ? whole : whole.slice(0, at + 1) + asciiDomain(whole.slice(at + 1));
}

/** A domain in another script as xn--…: Chrome gives the typed one so, Firefox as it was typed, and both are one address. */
function asciiDomain(domain: string): string {
  const labels = domain.split(".");
  if (/^\p{ASCII}*$/u.test(domain) || !labels.every((label) => LABEL.test(label)) || !URL.canParse(`http://${domain}`)) return domain;
  const { hostname } = new URL(`http://${domain}`);
  // Letters that only look different, as of full width, would make one account's address another's.
  const isSafe = hostname.split(".").every((label, position) => label.startsWith("xn--") || label === labels[position]);
  return isSafe ? hostname : domain;
}
