// Runs before the first paint, so that nobody who chose the dark theme sees a white flash. Kept as it is by the build.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    // Storage may be forbidden altogether.
  }
  document.documentElement.dataset.theme = theme === "dark" ? "dark" : "light";
})();
