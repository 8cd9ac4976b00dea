import { act, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { guardNodes } from "./node-guard";

beforeAll(guardNodes);

const font = (...content: (Node | string)[]) => {
  const inner = document.createElement("font");
  inner.append(...content);
  const outer = document.createElement("font");
  outer.append(inner);
  return outer;
};

const translated = (text: string) => `‹${text}›`;

function textsIn(node: Node): Text[] {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() && !text.parentElement?.closest("font, mark")) texts.push(text);
  }
  return texts;
}

const each = (change: (text: Text) => void) => (node: Node) => textsIn(node).forEach(change);

const sentences = (change: (parent: Element, texts: Text[]) => void) => (node: Element) => {
  for (const parent of new Set(textsIn(node).map((text) => text.parentElement!)))
    if ([...parent.childNodes].every((child) => child.nodeType === Node.TEXT_NODE))
      change(parent, [...parent.childNodes] as Text[]);
};

const TRANSLATIONS: Record<string, (node: Element) => void> = {
  "moves each text": each((text) => {
    const inner = font();
    text.before(inner);
    inner.firstChild!.appendChild(text);
  }),
  "moves each text and translates it": each((text) => {
    const inner = font();
    text.parentNode!.insertBefore(inner, text);
    inner.firstChild!.appendChild(text);
    text.nodeValue = translated(text.data);
  }),
  "moves each text into a span": each((text) => {
    const span = document.createElement("span");
    text.replaceWith(span);
    span.append(text);
  }),
  "replaces each text": each((text) => text.replaceWith(font(translated(text.data)))),
  "replaces each text with replaceChild": each((text) =>
    text.parentNode!.replaceChild(font(translated(text.data)), text),
  ),
  "inserts before it and removes each text": each((text) => {
    text.parentNode!.insertBefore(font(translated(text.data)), text);
    text.remove();
  }),
  "inserts before it and removes each text with removeChild": each((text) => {
    text.parentNode!.insertBefore(font(translated(text.data)), text);
    text.parentNode!.removeChild(text);
  }),
  "removes each text and then inserts": each((text) => {
    const { parentNode, nextSibling } = text;
    text.remove();
    parentNode!.insertBefore(font(translated(text.data)), nextSibling);
  }),
  "replaces each text by a text": each((text) => text.replaceWith(translated(text.data))),
  "translates in place": each((text) => (text.nodeValue = translated(text.data))),
  "makes one of several texts": sentences((parent, [first, ...others]) => {
    first!.replaceWith(font(translated(parent.textContent!)));
    others.forEach((text) => text.remove());
  }),
  "makes one of several texts, the last": sentences((parent, texts) => {
    texts.at(-1)!.after(font(translated(parent.textContent!)));
    texts.forEach((text) => text.remove());
  }),
  "sets the text of a parent": sentences((parent) => (parent.textContent = translated(parent.textContent!))),
  "sets the markup of a parent": sentences(
    (parent) => (parent.innerHTML = `<font>${translated(parent.textContent!)}</font>`),
  ),
  "moves all content of a parent": (node) => {
    for (const parent of new Set(textsIn(node).map((text) => text.parentElement!))) {
      const wrapper = font(...parent.childNodes);
      parent.append(wrapper);
    }
  },
  "splits texts and marks a word": each((text) => {
    if (text.data.length < 3) return;
    const word = text.splitText(1);
    word.splitText(1);
    const mark = document.createElement("mark");
    word.replaceWith(mark);
    mark.append(word);
  }),
  "puts a translation after each text": each((text) => {
    if (text.nextSibling?.nodeName !== "FONT") text.after(font(translated(text.data)));
  }),
};

const Row = ({ name, isNew }: { name: string; isNew?: boolean }) => (
  <li>
    {isNew && "New: "}
    {name} <b>{name.length}</b>
    {isNew ? <i>soon</i> : " later"}
  </li>
);

const PAGES: Record<string, ReactNode[]> = {
  "a busy button": [
    ["Pay now", false],
    ["Pay now", true],
    ["Pay later", true],
    ["Pay later", false],
  ].map(([text, isBusy]) => (
    <button key="0">
      {isBusy && <span />}
      {text}
    </button>
  )),
  "a number in a sentence": [3, 2, 1, 0].map((count) => (
    <p key="0">
      {count} {count === 1 ? "contest" : "contests"} are open
    </p>
  )),
  "conditional content": [
    [true, false],
    [false, true],
    [true, true],
    [false, false],
    [true, false],
  ].map(([one, other]) => (
    <p key="0">
      {one && "One. "}
      {other && <em>Other.</em>}
      {one && other && "Both. "}
      Always.
      {other && " And more."}
    </p>
  )),
  "a fragment": [true, false, true].map((isShown) => (
    <p key="0">
      Before{" "}
      {isShown && (
        <>
          it was <a href="/">linked</a> and then some
        </>
      )}{" "}
      after
    </p>
  )),
  "a list in another order": [
    ["Logo", "Song", "Poem"],
    ["Poem", "Logo", "Song"],
    ["Song", "Advert", "Poem"],
    [],
    ["Logo"],
  ].map((names, at) => (
    <ul key="0">
      {names.map((name) => (
        <Row key={name} name={name} isNew={at % 2 === 1} />
      ))}
      {names.length === 0 && "Nothing here"}
    </ul>
  )),
  "texts in another order": [["a", "b", "c"], ["c", "a", "b"], ["b", "d", "a"], ["d"]].map((names) => (
    <p key="0">
      {names.map((name) => (
        <Named key={name} name={`Text ${name}. `} />
      ))}
    </p>
  )),
  "one text": ["Save", "Saving…", "Saved"].map((text) => <p key="0">{text}</p>),
  "text that becomes an element": [false, true, false].map((isLink) => (
    <p key="0">See {isLink ? <a href="/">the rules</a> : "the rules"} first</p>
  )),
};

function Named({ name }: { name: string }) {
  return name;
}

const BILINGUAL = "puts a translation after each text";
/** Excluded: no page reorders texts, and text is only split to highlight search words. */
const EXCLUDED = ["splits texts and marks a word", "texts in another order"];

const shownIn = ({ textContent }: Element, way: string) =>
  (textContent ?? "").replaceAll(way === BILINGUAL ? /‹[^›]*›/g : /[‹›]/g, "");

function expected(state: ReactNode): string {
  const { container, unmount } = render(state);
  const { textContent } = container;
  unmount();
  return textContent!;
}

describe.each(Object.entries(TRANSLATIONS))("when a translator %s", (way, translate) => {
  const pages = Object.entries(PAGES).filter(([page]) => !(way === EXCLUDED[0] && page === EXCLUDED[1]));

  it("shows each next state and removes everything", async () => {
    for (const [page, states] of pages) {
      const { container, rerender, unmount } = render(states[0]);
      for (const state of states.slice(1)) {
        translate(container);
        await act(async () => rerender(state));
        expect([page, shownIn(container, way)]).toEqual([page, expected(state)]);
      }
      translate(container);
      await act(async () => unmount());
      expect([page, container.textContent]).toEqual([page, ""]);
    }
  });

  it("shows each next state with a translation after each change", async () => {
    for (const [page, states] of pages) {
      const { container, rerender, unmount } = render(states[0]);
      let translations = 0;
      const retranslation = new MutationObserver(() => {
        translations += 1;
        translate(container);
        retranslation.takeRecords();
      });
      retranslation.observe(container, { childList: true, characterData: true, subtree: true });
      translate(container);
      for (const state of states.slice(1)) {
        await act(async () => rerender(state));
        expect([page, shownIn(container, way)]).toEqual([page, expected(state)]);
      }
      expect(translations).toBeLessThan(20);
      retranslation.disconnect();
      await act(async () => unmount());
      expect([page, container.textContent]).toEqual([page, ""]);
    }
  });
});
