export const CHOOSER_PATH = "/local-google-sign-in";

const WIDTH = 500;
const HEIGHT = 600;

export function openChooserWindow(): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - HEIGHT) / 2);
  return window.open(CHOOSER_PATH, "conquest-google", `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`);
}
