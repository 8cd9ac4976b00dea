import { throwForbidden } from "../errors";

const MESSAGES = {
  blocked: "Your account is blocked. Contact us if you think this is a mistake.",
  removed: "This account was removed. Contact us.",
};

export interface AccountRefusal {
  refused: keyof typeof MESSAGES;
  because: string;
}

export const throwAccountRefusal = ({ refused, because }: AccountRefusal): never =>
  throwForbidden(refused, because === "" ? MESSAGES[refused] : `${MESSAGES[refused]} Reason: ${because}`);
