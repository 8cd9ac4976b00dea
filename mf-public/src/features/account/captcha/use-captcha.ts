import { useState, type ChangeEvent } from "react";
import { CAPTCHA_LENGTH, makeCaptcha } from "./captcha";

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
    isWrong,
    reload,
    change({ target: { value } }: Pick<ChangeEvent<HTMLInputElement>, "target">) {
      setIsRight(false);
      setIsWrong(value.length >= CAPTCHA_LENGTH && value !== text);
    },
    /** Compares exactly; a wrong answer loads a new captcha. */
    check(answer: string): boolean {
      if (answer === text) setIsRight(true);
      else reload();
      return answer === text;
    },
  };
}
