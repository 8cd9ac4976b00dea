/** The identity provider's minimum, checked before sending. */
import { msg } from "./msg";

export const MIN_PASSWORD_LENGTH = 6;

export const PASSWORD_TOO_SHORT = msg("Use at least 6 characters for your password.");
