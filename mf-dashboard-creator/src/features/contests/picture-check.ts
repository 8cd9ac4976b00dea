import { useState } from "react";
import { isPictureAddress } from "@conquest/shared/contracts/text/fields";
import { msg, t } from "@conquest/shared/singletons/language";

const NOT_LOADED = msg(
  "We couldn't load this picture, so visitors would see a placeholder. Check the address, upload an image, or use this address anyway.",
);

/** Loads a picture in the browser: the server requests no other sites. Users may accept one whose site is down. */
export function usePictureCheck(typed: string, initialAddress: string | undefined) {
  const address = typed.trim();
  const [broken, setBroken] = useState<string>();
  const [accepted, setAccepted] = useState<string>();
  const [isChecking, setIsChecking] = useState(false);
  const [rejected, setRejected] = useState<string>();
  const isBroken = address !== "" && broken === address;
  const isAccepted = isBroken && accepted === address;
  return {
    shown: isPictureAddress(address) ? address : "",
    problem: isBroken && !isAccepted ? t(NOT_LOADED) : undefined,
    /** The problem was found by {@link isRejected}, not only by the preview. */
    hasRejected: rejected === address,
    isAccepted,
    isChecking,
    onBroken: setBroken,
    accept: () => setAccepted(address),
    async isRejected(): Promise<boolean> {
      if (address === accepted || address === initialAddress) return false;
      if (!isBroken) {
        setIsChecking(true);
        const isLoaded = await loadsInTime(address);
        setIsChecking(false);
        if (isLoaded) return false;
      }
      setBroken(address);
      setRejected(address);
      return true;
    },
  };
}

const PICTURE_TIMEOUT_MS = 5000;

/** Whether the picture loads in time; usually at once, because the preview has requested it. */
const loadsInTime = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = new Image();
    probe.referrerPolicy = "no-referrer";
    probe.onload = () => resolve(true);
    probe.onerror = () => resolve(false);
    setTimeout(() => resolve(false), PICTURE_TIMEOUT_MS);
    probe.src = address;
  });
