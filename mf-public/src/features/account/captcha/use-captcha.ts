import { useState, type ChangeEvent } from "react";
import { CAPTCHA_LENGTH, makeCaptcha } from "./captcha";

/** One captcha at a time, and whether the person has got it right. */
export function useCaptcha() {
  const [text, setText] = useState(() => makeCaptcha());
  const [isRight, setIsRight] = useState(false);
  const [isWrong, setIsWrong] = useState(false);

  function reload() {
    setText(makeCaptcha());
    setIsRight(false);
    setIsWrong(false);
  }

  return {
    text,
    isRight,
    /** Whether a complete but wrong answer is typed. */
    isWrong,
    reload,
    change({ target: { value } }: Pick<ChangeEvent<HTMLInputElement>, "target">) {
      setIsRight(false);
      setIsWrong(value.length >= CAPTCHA_LENGTH && value !== text);
    },
    /** Compares to the letter; a wrong answer brings a new captcha. */
    check(answer: string): boolean {
      if (answer === text) setIsRight(true);
      else reload();
      return answer === text;
    },
  };
}
