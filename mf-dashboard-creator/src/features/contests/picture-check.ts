import { useState } from "react";
import { isPictureAddress } from "@conquest/shared/contracts/text/fields";
import { msg, t } from "@conquest/shared/singletons/language";

const NOT_SHOWN = msg(
  "We couldn't load this picture, so visitors would see a placeholder. Check the address. If it's right, press the button again.",
);

/**
 * Checks a picture by loading it in the browser: the server never requests other sites. A broken one is rejected
 * once (a typo?) and accepted on the second attempt (its site may be down).
 */
export function usePictureCheck(typed: string, initialAddress: string | undefined) {
  const address = typed.trim();
  const [broken, setBroken] = useState<string>();
  const [rejected, setRejected] = useState<string>();
  const isBroken = address !== "" && broken === address;
  return {
    shown: isPictureAddress(address) ? address : "",
    problem: isBroken ? t(NOT_SHOWN) : undefined,
    onBroken: setBroken,
    async rejectsOnce(): Promise<boolean> {
      if (address === rejected || address === initialAddress) return false;
      if (!isBroken && (await loadsInTime(address))) return false;
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
