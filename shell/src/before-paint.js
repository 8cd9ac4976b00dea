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

// Without its own stylesheet the site stands bare, without its script the page is blank: neither can say so itself.
(() => {
  const folder = new URL(".", document.currentScript.src).href;

  const say = () => {
    const note = document.createElement("div");
    note.setAttribute("role", "alert");
    // Set one by one: the content security policy forbids style in markup, and there is no stylesheet to rely on.
    Object.assign(note.style, {
      position: "relative",
      zIndex: "1000",
      padding: "16px",
      border: "3px solid #b42318",
      background: "#ffffff",
      color: "#1a1a1a",
      font: "16px/1.5 system-ui, sans-serif",
    });
    const again = document.createElement("button");
    again.type = "button";
    again.textContent = "Reload the page";
    again.addEventListener("click", () => location.reload());
    Object.assign(again.style, { padding: "8px 14px", border: "2px solid currentColor", borderRadius: "4px", background: "#ffffff", color: "#1a1a1a", font: "inherit" });
    const text = document.createElement("p");
    text.textContent = "Some of the site's files did not arrive, so this page may look bare or stay empty. Please check your connection.";
    Object.assign(text.style, { margin: "0 0 12px" });
    note.append(text, again);
    document.body.prepend(note);
  };

  const hear = ({ target }) => {
    const isOurs = target instanceof Element && target.matches("link[rel=stylesheet], script[defer]") && (target.href ?? target.src).startsWith(folder);
    if (!isOurs) return;
    removeEventListener("error", hear, true);
    if (document.body) say();
    else document.addEventListener("DOMContentLoaded", say);
  };
  addEventListener("error", hear, true);
})();
