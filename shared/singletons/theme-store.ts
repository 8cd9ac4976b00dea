import { create } from "zustand";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("theme-store");

export type Theme = "light" | "dark";

/** The localStorage key. The shell's boot script reads it too, before the first paint. */
export const THEME_KEY = "theme";

function storedTheme(): Theme {
  try {
    return globalThis.localStorage?.getItem(THEME_KEY) === "dark" ? "dark" : "light";
  } catch {
    return "light"; // Storage may be forbidden altogether.
  }
}

/** The first render goes by the light theme, as on the server; the page itself is dressed before it, see shell/src/before-paint.js. */
export const useTheme = create<{ theme: Theme; setTheme: (theme: Theme) => void }>()((set) => ({
  theme: "light",
  setTheme: (theme) => {
    document.documentElement.dataset["theme"] = theme;
    try {
      localStorage.setItem(THEME_KEY, theme);
    } catch {
      // The choice then lasts as long as the page.
    }
    set({ theme });
  },
}));
useTheme.setState({ theme: storedTheme() });
