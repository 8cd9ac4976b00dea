/** Crockford's alphabet, without letters that look like digits. */
export const JOIN_CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const JOIN_CODE_LENGTH = 12;
/** Codes of teams are longer, so that one page takes both. */
export const TEAM_CODE_LENGTH = 16;

const LOOKALIKES: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1" };

/** Returns a code as it is stored: without spaces and hyphens, in capitals, lookalikes replaced. */
export const canonicalJoinCode = (typed: string): string =>
  typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replace(/[OIL]/g, (letter) => LOOKALIKES[letter]!);

/** Groups of four, easier to read aloud. */
export const formatJoinCode = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1-");

/** The code is in the fragment, which browsers send to no server. */
export const joinCodePath = (code: string): string => `/join#${formatJoinCode(code)}`;
