const INVALID_CHARACTER = /[\s\p{Z}\p{Cc}\p{Cs}\p{Bidi_Control}\u00ad\u180e\u200b\u2060-\u2064]/u;

const LABEL = /^[\p{L}\p{M}\p{N}\u200c\u200d-]+$/u;

export const MAX_EMAIL_LENGTH = 320;

/** Matches a quoted local part (RFC 5321, 4.1.2), which may contain spaces. */
const QUOTED_LOCAL_PART = /^"[^"]+"(?=@)/;

/**
 * Returns whether a text can be an email address. Identity providers decide which exist, so this only requires an @
 * between texts, spaces only in quotes, and no character that could end a header.
 */
export const isEmailAddress = (text: string): boolean =>
  /^[^@]+@[^@]+$/.test(text) &&
  !INVALID_CHARACTER.test(text.replace(QUOTED_LOCAL_PART, (local) => local.replaceAll(" ", ""))) &&
  text.length <= MAX_EMAIL_LENGTH;

/** Returns the canonical form for comparisons: trimmed, lower case, NFC, domain in ASCII (punycode). */
export function canonicalEmail(text: string): string {
  const whole = text.trim().normalize("NFC").toLowerCase().normalize("NFC");
  const at = whole.lastIndexOf("@");
  return at < 0 ? whole : whole.slice(0, at + 1) + asciiDomain(whole.slice(at + 1));
}

/** Converts a domain to punycode: Chrome's email fields submit punycode, Firefox's the typed text. */
function asciiDomain(domain: string): string {
  const labels = domain.split(".");
  if (/^\p{ASCII}*$/u.test(domain) || !labels.every((label) => LABEL.test(label)) || !URL.canParse(`http://${domain}`))
    return domain;
  const { hostname } = new URL(`http://${domain}`);
  // Compatibility characters, such as full-width letters, would map to another account's address.
  const isSafe = hostname.split(".").every((label, position) => label.startsWith("xn--") || label === labels[position]);
  return isSafe ? hostname : domain;
}
