import { useState } from "react";
import { makeCaptcha } from "./captcha";

/** One captcha at a time, and whether the person has got it right. */
export function useCaptcha() {
  const [text, setText] = useState(() => makeCaptcha());
  const [isRight, setIsRight] = useState(false);

  function reload() {
    setText(makeCaptcha());
    setIsRight(false);
  }

  return {
    text,
    isRight,
    reload,
    /** The answer was changed after it was found right. */
    doubt: () => setIsRight(false),
    /** Compares to the letter; a wrong answer brings a new captcha. */
    check(answer: string): boolean {
      if (answer === text) setIsRight(true);
      else reload();
      return answer === text;
    },
  };
}
