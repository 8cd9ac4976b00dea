import { Moon, Sun } from "lucide-react";
import { t } from "@conquest/shared/singletons/language";
import { useTheme } from "@conquest/shared/singletons/theme-store";

export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  return (
    <label className="sh-theme">
      <span className="sh-theme-label">{t("Dark theme")}</span>
      <input
        type="checkbox"
        className="sh-theme-input"
        checked={theme === "dark"}
        onChange={({ target }) => setTheme(target.checked ? "dark" : "light")}
      />
      <span className="sh-theme-track" aria-hidden="true">
        <span className="sh-theme-thumb">
          <Sun size={14} className="sh-theme-light" />
          <Moon size={14} className="sh-theme-dark" />
        </span>
      </span>
    </label>
  );
}
