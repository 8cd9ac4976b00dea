/** The page of the local stand-in for Google's account chooser. Drawn only where identity is the emulator's. */
export const CHOOSER_PATH = "/local-google-sign-in";

const WIDTH = 500;
const HEIGHT = 600;

/** Opens the chooser in a window of the size that Google's has. Null where the browser refuses. */
export function openChooserWindow(): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - HEIGHT) / 2);
  return window.open(CHOOSER_PATH, "conquest-google", `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`);
}
