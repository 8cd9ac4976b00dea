import { countCharacters } from "./characters";
import { message, translated, type Message } from "./message";

export const tooLongMessage = (max: number): Message => message("Use at most {max} characters", { max });

/** Returns an error message, or "". Surrounding spaces don't count, since they are not stored. */
export const lengthError = (text: string, max: number): string =>
  countCharacters(text.trim()) > max ? translated(tooLongMessage(max)) : "";
