import { useState } from "react";
import { isPictureAddress } from "@conquest/shared/contracts/text/fields";

const NOT_SHOWN =
  "This picture could not be shown; visitors would see a placeholder. Please check the address, or send the form once more to keep it.";

/**
 * Whether the picture at an address can be shown, found out by showing it: the server never asks other sites. What cannot be
 * shown is refused once, since it may be a slip, and taken at the second try, since its site may be down for a moment.
 */
export function usePictureCheck(typed: string, known: string | undefined) {
  const address = typed.trim();
  const [broken, setBroken] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const isBroken = address !== "" && broken === address;
  return {
    shown: isPictureAddress(address) ? address : "",
    problem: isBroken ? NOT_SHOWN : undefined,
    onBroken: setBroken,
    async refusesOnce(): Promise<boolean> {
      if (address === refused || address === known) return false;
      if (!isBroken && (await arrives(address))) return false;
      setBroken(address);
      setRefused(address);
      return true;
    },
  };
}

/** A picture that takes longer than this, in milliseconds, is one that cannot be shown. */
const PICTURE_DEADLINE = 5000;

/** Whether a picture can be had in time; the preview has asked for it before, so mostly at once. */
const arrives = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = new Image();
    probe.referrerPolicy = "no-referrer";
    probe.onload = () => resolve(true);
    probe.onerror = () => resolve(false);
    setTimeout(() => resolve(false), PICTURE_DEADLINE);
    probe.src = address;
  });
