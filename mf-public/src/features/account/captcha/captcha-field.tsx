import { Ear, RefreshCw, Type } from "lucide-react";
import { useId, useRef, useState, type FocusEvent } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useIsHydrated } from "@conquest/shared/singletons/first-render";
import { Button } from "@conquest/shared/ui/button";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { spellOut } from "./captcha";
import { CaptchaPicture } from "./captcha-picture";

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
      <legend className="pu:px-1 pu:text-sm pu:font-semibold">Prove that you are a person</legend>
      <div className="pu:flex pu:flex-wrap pu:items-center pu:gap-3">
        <CaptchaPicture text={text} />
        <div className="pu:-mx-3 pu:flex pu:flex-wrap">
          <Button type="button" variant="ghost" size="sm" onClick={onReload}>
            <RefreshCw aria-hidden size={16} /> Reload Captcha
          </Button>
          {canSpeak && (
            <Button type="button" variant="ghost" size="sm" onClick={() => speak(text)}>
              <Ear aria-hidden size={16} /> Hear it
            </Button>
          )}
          <Button
            type="button"
            variant="ghost"
            size="sm"
            aria-expanded={areWordsShown}
            aria-controls={wordsId}
            onClick={() => setAreWordsShown(!areWordsShown)}>
            <Type aria-hidden size={16} /> Read it in words
          </Button>
        </div>
      </div>
      <div id={wordsId} aria-live="polite">
        {areWordsShown && (
          <ol aria-label="The captcha in words" className="pu:list-inside pu:list-decimal pu:columns-2 pu:text-sm">
            {spellOut(text).map((word, index) => (
              <li key={`${index}-${word}`}>{word}</li>
            ))}
          </ol>
        )}
      </div>
      <TextField
        label="Captcha"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        hint={
          isRight
            ? "Captcha is validated"
            : "Six characters; capital and small letters differ. Register opens once they are right."
        }
        error={error}
        {...registration}
        onBlur={leave}
      />
    </fieldset>
  );
}
