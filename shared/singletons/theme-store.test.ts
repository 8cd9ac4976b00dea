import type { useTheme } from "./theme-store";

const system = { matches: false, change: (): void => undefined };

function load(): typeof useTheme {
  let loaded!: typeof useTheme;
  jest.isolateModules(() => {
    loaded = jest.requireActual<{ useTheme: typeof useTheme }>("./theme-store").useTheme;
  });
  return loaded;
}

function setSystemTheme(isDark: boolean): void {
  system.matches = isDark;
  system.change();
}

beforeEach(() => {
  localStorage.clear();
  system.matches = true;
  const query = {
    get matches() {
      return system.matches;
    },
    addEventListener: (_: string, listener: () => void) => (system.change = listener),
  };
  Object.assign(window, { matchMedia: () => query });
});
afterEach(() => Reflect.deleteProperty(window, "matchMedia"));

it.each([
  [null, "light"],
  ["dark", "dark"],
])("takes %j from storage, whatever the system's theme is", (theme, expected) => {
  if (theme) localStorage.setItem("theme", theme);
  expect(load().getState()).toMatchObject({ theme: expected, appearance: expected });
});

it("follows the system's theme once it is chosen, and after a reload", () => {
  const store = load();
  store.getState().setTheme("system");
  expect(document.documentElement.dataset["theme"]).toBe("dark");
  setSystemTheme(false);
  expect(store.getState()).toMatchObject({ theme: "light", appearance: "system" });
  expect(document.documentElement.dataset["theme"]).toBe("light");

  system.matches = true;
  expect(load().getState()).toMatchObject({ theme: "dark", appearance: "system" });
});

it("ignores the system's theme after a theme has been chosen", () => {
  const store = load();
  store.getState().setTheme("system");
  store.getState().setTheme("dark");
  setSystemTheme(false);
  expect(store.getState()).toMatchObject({ theme: "dark", appearance: "dark" });
  expect(localStorage.getItem("theme")).toBe("dark");
});
