/** The local replacement of Google's account chooser, only available with the identity emulator. */
export const CHOOSER_PATH = "/local-google-sign-in";

const WIDTH = 500;
const HEIGHT = 600;

/** Opens the chooser in a popup of the size of Google's. Returns null if the browser blocks it. */
export function openChooserWindow(): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - HEIGHT) / 2);
  return window.open(CHOOSER_PATH, "conquest-google", `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`);
}
