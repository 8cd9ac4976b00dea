import { throwForbidden } from "../errors";

const MESSAGES = {
  blocked: "Your account is blocked. Contact us if you think this is a mistake.",
  removed: "This account was removed. Contact us.",
};

/** A blocked or removed account, and the reason as shown to the user; "" without one. */
export interface AccountRefusal {
  refused: keyof typeof MESSAGES;
  because: string;
}

/** Throws 403 for a blocked or removed account, with the admin's reason. */
export const throwAccountRefusal = ({ refused, because }: AccountRefusal): never =>
  throwForbidden(refused, because === "" ? MESSAGES[refused] : `${MESSAGES[refused]} Reason: ${because}`);
