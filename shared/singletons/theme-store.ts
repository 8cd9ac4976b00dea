import { create } from "zustand";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("theme-store");

export type Theme = "light" | "dark";

/** The localStorage key. The shell's boot script also reads it, before the first paint. */
export const THEME_KEY = "theme";

function storedTheme(): Theme {
  try {
    return globalThis.localStorage?.getItem(THEME_KEY) === "dark" ? "dark" : "light";
  } catch {
    return "light";
  }
}

/** The first render uses the light theme, as on the server; shell/src/before-paint.js styles the page before it. */
export const useTheme = create<{ theme: Theme; setTheme: (theme: Theme) => void }>()((set) => ({
  theme: "light",
  setTheme: (theme) => {
    document.documentElement.dataset["theme"] = theme;
    try {
      localStorage.setItem(THEME_KEY, theme);
    } catch {
      // Without storage, the choice lasts until the page is closed.
    }
    set({ theme });
  },
}));
useTheme.setState({ theme: storedTheme() });
