/** `rahim@gmail.com` as `r•••@g•••.com`: the form in which an address may appear in public. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return "•••";
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf(".");
  return `${masked(email.slice(0, at))}@${masked(dot > 0 ? domain.slice(0, dot) : domain)}${dot > 0 ? domain.slice(dot) : ""}`;
}

// By code point, so that a letter outside the basic plane is not cut in half.
const masked = (part: string) => `${[...part][0] ?? ""}•••`;
