/** Masks an email for public display: `rahim@gmail.com` becomes `r•••@g•••.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return "•••";
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf(".");
  return `${masked(email.slice(0, at))}@${masked(dot > 0 ? domain.slice(0, dot) : domain)}${dot > 0 ? domain.slice(dot) : ""}`;
}

// Takes a whole code point, so that a surrogate pair is not split.
const masked = (part: string) => `${[...part][0] ?? ""}•••`;
