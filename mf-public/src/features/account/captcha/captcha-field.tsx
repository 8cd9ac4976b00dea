import { Ear, RefreshCw, Type } from "lucide-react";
import { useId, useRef, useState, useEffect, type FocusEvent } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useIsHydrated } from "@conquest/shared/singletons/first-render";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { spellOut, CAPTCHA_LENGTH, makeCaptcha } from "./captcha";

interface Props {
  text: string;
  isRight: boolean;
  registration: UseFormRegisterReturn<"captcha">;
  error?: string;
  onLeave: () => void;
  onReload: () => void;
}

function speak(text: string): void {
  const speech = new SpeechSynthesisUtterance(`${spellOut(text).join(". ")}.`);
  speech.lang = "en";
  speech.rate = 0.75;
  window.speechSynthesis.cancel();
  window.speechSynthesis.speak(speech);
}

/** Captcha as a picture, as speech and as text (for Braille displays); one answer fits all three. */
export function CaptchaField({ text, isRight, registration, error, onLeave, onReload }: Props) {
  const group = useRef<HTMLFieldSetElement>(null);
  const wordsId = useId();
  const [areWordsShown, setAreWordsShown] = useState(false);
  // Most browsers can speak, so the button is rendered until hydration has checked.
  const canSpeak = !useIsHydrated() || typeof SpeechSynthesisUtterance === "function";

  function leave(event: FocusEvent<HTMLInputElement>) {
    void registration.onBlur(event);
    // Moving on to the other captcha buttons is not an answer yet.
    if (group.current?.contains(event.relatedTarget)) return;
    onLeave();
  }

  return (
    <fieldset
      ref={group}
      className="pu:flex pu:min-w-0 pu:flex-col pu:gap-3 pu:rounded-md pu:border pu:border-line pu:bg-sunk pu:p-4">
      <legend className="pu:px-1 pu:text-sm pu:font-semibold">{t("Confirm you're human")}</legend>
      <div className="pu:flex pu:flex-wrap pu:items-center pu:gap-3">
        <CaptchaPicture text={text} />
        <div className="pu:-mx-3 pu:flex pu:flex-wrap">
          <Button type="button" variant="ghost" size="sm" onClick={onReload}>
            <RefreshCw aria-hidden size={16} /> {t("Reload Captcha")}
          </Button>
          {canSpeak && (
            <Button type="button" variant="ghost" size="sm" onClick={() => speak(text)}>
              <Ear aria-hidden size={16} /> {t("Listen")}
            </Button>
          )}
          <Button
            type="button"
            variant="ghost"
            size="sm"
            aria-expanded={areWordsShown}
            aria-controls={wordsId}
            onClick={() => setAreWordsShown(!areWordsShown)}>
            <Type aria-hidden size={16} /> {t("Spell it out")}
          </Button>
        </div>
      </div>
      <div id={wordsId} aria-live="polite">
        {areWordsShown && (
          <ol
            aria-label={t("The captcha spelled out")}
            className="pu:list-inside pu:list-decimal pu:columns-2 pu:text-sm">
            {spellOut(text).map((word, index) => (
              <li key={`${index}-${word}`} lang="en">
                {word}
              </li>
            ))}
          </ol>
        )}
      </div>
      <TextField
        label={t("Captcha")}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        hint={
          isRight ? t("Captcha is validated") : !error && t("Type the 6 characters. Uppercase and lowercase matter.")
        }
        error={error}
        // Two lines on a phone, so that no result moves the button below.
        className="pu:min-h-31 pu:sm:min-h-0"
        {...registration}
        onBlur={leave}
      />
    </fieldset>
  );
}

const WIDTH = 220;
const HEIGHT = 64;
const PAPER = "#f4efe2";
const INKS = ["#1f2a44", "#6b1d3a", "#0f4c4a"];

const between = (low: number, high: number) => low + Math.random() * (high - low);

function draw(context: CanvasRenderingContext2D, text: string): void {
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  for (let line = 0; line < 5; line += 1) {
    context.strokeStyle = `${INKS[line % INKS.length]}55`;
    context.lineWidth = between(1, 2.5);
    context.beginPath();
    context.moveTo(between(-10, 20), between(0, HEIGHT));
    context.bezierCurveTo(
      between(40, 90),
      between(0, HEIGHT),
      between(110, 170),
      between(0, HEIGHT),
      WIDTH + 10,
      between(0, HEIGHT),
    );
    context.stroke();
  }
  const step = (WIDTH - 40) / text.length;
  Array.from(text).forEach((character, index) => {
    context.save();
    context.translate(20 + step * (index + 0.5), HEIGHT / 2 + between(-6, 6));
    context.rotate(between(-0.3, 0.3));
    context.font = `600 ${Math.round(between(30, 36))}px ui-monospace, Menlo, Consolas, monospace`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = INKS[index % INKS.length] ?? PAPER;
    context.fillText(character, 0, 0);
    context.restore();
  });
}

/** Draws the captcha on a canvas, so that its text is not in the DOM. */
function CaptchaPicture({ text }: { text: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!canvas.current || !context) return;
    const density = Math.max(1, window.devicePixelRatio);
    canvas.current.width = WIDTH * density;
    canvas.current.height = HEIGHT * density;
    context.scale(density, density);
    draw(context, text);
  }, [text]);

  return (
    <div
      role="img"
      aria-label={t("An image of 6 digits and letters. If you can't see it, use Listen or Spell it out.")}>
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        className="pu:h-16 pu:w-[220px] pu:max-w-full pu:rounded-md pu:border pu:border-line-strong"
      />
    </div>
  );
}

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
    /** Returns whether the typed answer is right. A wrong one is kept until it is checked. */
    change(answer: string): boolean {
      setIsRight(answer === text);
      setIsWrong(answer.length >= CAPTCHA_LENGTH && answer !== text);
      return answer === text;
    },
    /** Compares exactly; a wrong answer loads a new captcha. */
    check(answer: string): boolean {
      if (answer === text) setIsRight(true);
      else reload();
      return answer === text;
    },
  };
}
