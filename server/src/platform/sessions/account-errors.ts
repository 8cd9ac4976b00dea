import { throwForbidden } from "../errors";

const SENTENCES = {
  blocked: "Your account is blocked. Contact us if you think this is a mistake.",
  removed: "This account was removed. Contact us.",
};

/** Somebody who may use no session, and why, as far as they may read it; "" where none was given. */
export interface AccountRefusal {
  refused: keyof typeof SENTENCES;
  because: string;
}

/** Tells whoever is blocked or removed (403), with the reason that an admin gave. */
export const throwAccountRefusal = ({ refused, because }: AccountRefusal): never =>
  throwForbidden(refused, because === "" ? SENTENCES[refused] : `${SENTENCES[refused]} Reason: ${because}`);
