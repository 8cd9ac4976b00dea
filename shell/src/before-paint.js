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

// Google blocks logins in other apps' browsers. This mark lets pages say so without a layout shift: see shared/ui/sign-in.
(() => {
  const { userAgent, standalone } = navigator;
  const isNamed =
    /\bFB[AI][NV]\b|\bFB_IAB|\bFBIOS|Instagram|Barcelona \d|LinkedInApp|BytedanceWebview|musical_ly|TikTok|\bLine\/\d|\bTwitter(?:Android| for i)|Snapchat|MicroMessenger|Pinterest\/|KAKAOTALK|NAVER\(inapp/i.test(
      userAgent,
    );
  // Opera and Google's app use the same view, and Google allows them.
  const isAndroidView = /; wv\)/.test(userAgent) && !/ (?:OPR|GSA)\//.test(userAgent);
  // All browsers on Apple's systems say Safari, except sites on the home screen.
  const isAppleView = /\((?:iP|Mac).*AppleWebKit/.test(userAgent) && !/Safari\//.test(userAgent) && !standalone;
  if (isNamed || isAndroidView || isAppleView) document.documentElement.dataset.inApp = "";
})();

// A drawn page can be used before its code is there: what was clicked and left is kept for that, see drawing/early-acts.ts.
(() => {
  const early = (globalThis.conquestEarlyActs = { clicked: [], left: [], place: document });
  const keepClick = (event) => {
    const button = event.target instanceof Element && event.target.closest("button, input[type=checkbox]");
    if (!button || !early.place?.contains(button) || button.closest("[role=alert]")) return;
    // The page's code will do what there is to do, once; until then a switch must not look as if it had been done.
    event.preventDefault();
    event.stopPropagation();
    early.clicked.push(button);
  };
  const keepLeft = ({ target }) => early.place?.contains(target) && early.left.push(target);
  document.addEventListener("click", keepClick, true);
  document.addEventListener("focusout", keepLeft, true);
})();

// Records what password managers and translators change in a page before it hydrates, for drawing/foreign-changes.ts.
(() => {
  const changes = (globalThis.conquestForeignChanges = {
    records: [],
    observer: new MutationObserver((records) => hear(records)),
  });
  let isParsing = true;
  let parsed = null;
  const hear = (records) => {
    for (const record of records) {
      const [added] = record.addedNodes;
      // The parser only adds nodes, in document order.
      const isParsed =
        isParsing &&
        record.removedNodes.length === 0 &&
        !(parsed && added && added.compareDocumentPosition(parsed) & Node.DOCUMENT_POSITION_FOLLOWING);
      if (!isParsed) changes.records.push(record);
      else if (added?.isConnected) parsed = added;
    }
  };
  changes.observer.observe(document, {
    childList: true,
    characterData: true,
    characterDataOldValue: true,
    subtree: true,
  });
  const endParsing = () => {
    hear(changes.observer.takeRecords());
    isParsing = false;
  };
  document.addEventListener("readystatechange", endParsing, { once: true });
})();

// Without its stylesheets the site stands bare, without its script nothing on it answers: neither can say so itself.
(() => {
  const say = (id) => {
    const note = document.createElement("div");
    note.id = id;
    note.setAttribute("role", "alert");
    // Set one by one: the content security policy forbids style in markup, and there is no stylesheet to rely on.
    Object.assign(note.style, {
      // Over the page, not before it: nothing moves.
      position: "fixed",
      inset: "auto 0 0",
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
    Object.assign(again.style, {
      padding: "8px 14px",
      border: "2px solid currentColor",
      borderRadius: "4px",
      background: "#ffffff",
      color: "#1a1a1a",
      font: "inherit",
    });
    const text = document.createElement("p");
    text.textContent =
      "Some of the site's files did not arrive: this page may look bare or stay empty, and its buttons and forms do not work. Please check your connection.";
    Object.assign(text.style, { margin: "0 0 12px" });
    note.append(text, again);
    document.body.prepend(note);
  };
  const sayOnce = (id) => {
    clearTimeout(late);
    removeEventListener("error", hear, true);
    if (document.body) say(id);
    else document.addEventListener("DOMContentLoaded", () => say(id));
  };

  const hear = ({ target }) => {
    // What the site asks for itself has a listener of its own. Whether it runs is no sign: a first file may be heard of after that.
    const isFirst = target instanceof Element && !target.onerror;
    if (isFirst && target.matches("link[rel=stylesheet], script[defer]")) sayOnce("conquest-files-failed");
  };
  addEventListener("error", hear, true);
  // A file that neither comes nor fails says nothing itself. What runs after all takes the note away, see main.ts.
  const late = setTimeout(() => {
    if (!("started" in document.documentElement.dataset)) sayOnce("conquest-files-late");
  }, 10_000);
})();
