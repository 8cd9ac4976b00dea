// Inlined, to avoid a white flash in the dark theme before the first paint. Not bundled or transpiled, only minified.
(() => {
  let theme = null;
  try {
    theme =
      localStorage.getItem("appearance") === "system"
        ? matchMedia("(prefers-color-scheme: dark)").matches && "dark"
        : localStorage.getItem("theme");
  } catch {
    // Throws if storage is blocked.
  }
  document.documentElement.dataset.theme = theme === "dark" ? "dark" : "light";
})();

// Google blocks logins in in-app browsers. By the attribute, shared/ui/in-app-note.tsx says so without a layout shift.
(() => {
  const { userAgent, standalone } = navigator;
  const isNamed =
    /\bFB[AI][NV]\b|\bFB_IAB|\bFBIOS|Instagram|Barcelona \d|LinkedInApp|BytedanceWebview|musical_ly|TikTok|\bLine\/\d|\bTwitter(?:Android| for i)|Snapchat|MicroMessenger|Pinterest\/|KAKAOTALK|NAVER\(inapp/i.test(
      userAgent,
    );
  // Opera and the Google app use the same web view, and Google allows logins there.
  const isAndroidView = /; wv\)/.test(userAgent) && !/ (?:OPR|GSA)\//.test(userAgent);
  // Every browser on Apple systems has "Safari" in its user agent; home-screen sites do not.
  const isAppleView = /\((?:iP|Mac).*AppleWebKit/.test(userAgent) && !/Safari\//.test(userAgent) && !standalone;
  if (isNamed || isAndroidView || isAppleView) document.documentElement.dataset.inApp = "";
})();

// Records clicks and blurs before hydration, to be replayed by hydration/event-replay.ts.
(() => {
  const recorded = (globalThis.conquestEarlyActs = { clicked: [], left: [], place: document });
  const recordClick = (event) => {
    const button = event.target instanceof Element && event.target.closest("button, input[type=checkbox]");
    if (!button || !recorded.place?.contains(button) || button.closest("[role=alert]")) return;
    // The replay performs the action once; until then a checkbox must not look toggled.
    event.preventDefault();
    event.stopPropagation();
    recorded.clicked.push(button);
  };
  const recordBlur = ({ target }) => recorded.place?.contains(target) && recorded.left.push(target);
  document.addEventListener("click", recordClick, true);
  document.addEventListener("focusout", recordBlur, true);
})();

// Records what password managers and translators change in a page before it hydrates, for hydration/foreign-changes.ts.
(() => {
  const changes = (globalThis.conquestForeignChanges = {
    records: [],
    observer: new MutationObserver((records) => handleRecords(records)),
  });
  let isParsing = true;
  let parsed = null;
  const handleRecords = (records) => {
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
    handleRecords(changes.observer.takeRecords());
    isParsing = false;
  };
  document.addEventListener("readystatechange", endParsing, { once: true });
})();

// Shows a note if a stylesheet or script of the shell fails to load, since the site itself then cannot. The files with
// translations may be missing too.
(() => {
  const texts = {
    en: [
      "Part of this page didn't load, so buttons and forms may not work. Check your connection and reload.",
      "Reload the page",
    ],
    bn: [
      "পেজের কিছু অংশ লোড হয়নি, তাই বাটন ও ফর্ম কাজ না-ও করতে পারে। ইন্টারনেট সংযোগ দেখে পেজটি রিলোড করুন।",
      "পেজটি রিলোড করুন",
    ],
  };
  const showNote = (id) => {
    const [explanation, reload] = texts[document.documentElement.lang] ?? texts.en;
    const note = document.createElement("div");
    note.id = id;
    note.setAttribute("role", "alert");
    // Set as properties: the CSP forbids inline style attributes, and stylesheets may be missing.
    Object.assign(note.style, {
      position: "fixed",
      inset: "auto 0 0",
      zIndex: "1000",
      padding: "16px",
      border: "3px solid #b42318",
      background: "#ffffff",
      color: "#1a1a1a",
      font: "16px/1.5 system-ui, sans-serif",
    });
    const reloadButton = document.createElement("button");
    reloadButton.type = "button";
    reloadButton.textContent = reload;
    reloadButton.addEventListener("click", () => location.reload());
    Object.assign(reloadButton.style, {
      padding: "8px 14px",
      border: "2px solid currentColor",
      borderRadius: "4px",
      background: "#ffffff",
      color: "#1a1a1a",
      font: "inherit",
    });
    const text = document.createElement("p");
    text.textContent = explanation;
    Object.assign(text.style, { margin: "0 0 12px" });
    note.append(text, reloadButton);
    document.body.prepend(note);
  };
  const showNoteOnce = (id) => {
    clearTimeout(timeout);
    removeEventListener("error", handleError, true);
    if (document.body) showNote(id);
    else document.addEventListener("DOMContentLoaded", () => showNote(id));
  };

  const handleError = ({ target }) => {
    // Files that the site loads itself have their own onerror. An initial file may also fail after the script has started.
    const isInitialFile = target instanceof Element && !target.onerror;
    if (isInitialFile && target.matches("link[rel=stylesheet], script[defer]")) showNoteOnce("conquest-files-failed");
  };
  addEventListener("error", handleError, true);
  // A pending file fires no event. If the script runs after all, it removes the note, see main.ts.
  const timeout = setTimeout(() => {
    if (!("started" in document.documentElement.dataset)) showNoteOnce("conquest-files-late");
  }, 10_000);
})();
