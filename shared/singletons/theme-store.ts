import { create } from "zustand";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("theme-store");

export type Theme = "light" | "dark";
type Appearance = Theme | "system";

/** The localStorage key. The shell's boot script also reads it and `APPEARANCE_KEY`, before the first paint. */
export const THEME_KEY = "theme";
const APPEARANCE_KEY = "appearance";

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const systemDark = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
const themeOf = (appearance: string | null): Theme =>
  appearance === "dark" || (appearance === "system" && systemDark?.matches) ? "dark" : "light";

interface ThemeState {
  theme: Theme;
  /** Undefined in older shells, which do not know "system". */
  appearance?: Appearance;
  setTheme: (appearance: Appearance) => void;
}

/** The first render uses the light theme, as on the server; shell/src/before-paint.js styles the page before it. */
export const useTheme = create<ThemeState>()((set) => ({
  theme: "light",
  appearance: "light",
  setTheme: (appearance) => {
    const theme = themeOf(appearance);
    document.documentElement.dataset["theme"] = theme;
    try {
      localStorage.setItem(THEME_KEY, theme);
      localStorage.setItem(APPEARANCE_KEY, appearance);
    } catch {
      // Without storage, the choice lasts until the page is closed.
    }
    set({ theme, appearance });
  },
}));

const appearance = stored(APPEARANCE_KEY) === "system" ? "system" : themeOf(stored(THEME_KEY));
useTheme.setState({ theme: themeOf(appearance), appearance });
systemDark?.addEventListener("change", () => {
  const { appearance: chosen, setTheme } = useTheme.getState();
  if (chosen === "system") setTheme(chosen);
});
