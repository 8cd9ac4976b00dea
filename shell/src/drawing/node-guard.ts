// Translators and extensions move React's nodes into elements of their own, or replace them. React finds its nodes by reference:
// it would throw, or write into what is no longer in the page. https://github.com/facebook/react/issues/11538

interface Fiber {
  tag: number;
  return: Fiber | null;
  alternate: Fiber | null;
  memoizedProps: unknown;
}

/** Between which siblings React has put a node. */
interface Gap {
  parent: Node;
  previous: Node | null;
  next: Node | null;
}

const HOST_ROOT = 3;
let fiberKey: string | undefined;

function fiberOf(node: Node): Fiber | undefined {
  fiberKey ??= Object.keys(node).find((name) => name.startsWith("__reactFiber$"));
  return (node as unknown as Record<string, Fiber | undefined>)[fiberKey!];
}

export const isReacts = (node: Node): boolean => fiberOf(node) !== undefined;

/** React cuts what it deletes from the rest of its tree. */
function isMounted(node: Node): boolean {
  let fiber = fiberOf(node);
  while (fiber?.return) fiber = fiber.return;
  return fiber?.tag === HOST_ROOT;
}

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;

/** Something that others put there, and that holds nothing of React's. */
function isForeign(node: ChildNode | null): node is ChildNode {
  if (!node || isReacts(node) || !(isText(node) || node.nodeType === Node.ELEMENT_NODE)) return false;
  const inside = document.createTreeWalker(node);
  while (inside.nextNode()) if (isReacts(inside.currentNode)) return false;
  return true;
}

/** Icons of extensions stay. */
const isForeignText = (node: ChildNode | null): node is ChildNode => isForeign(node) && node.textContent !== "";

const gaps = new WeakMap<Node, Gap>();
/** React's children that others moved or replaced, in that order, by their parent. */
const displaced = new WeakMap<Node, Set<Node>>();
/** Removed the way React does it: if React did, the tree says so once it is done. */
const leaving = new WeakSet<Node>();

let hasDisplaced = false;

/** Whether others have moved or replaced nodes of React's in this page. */
export const isDisturbed = (): boolean => hasDisplaced;

function note(node: Node, gap: Gap): void {
  const { parent, next } = gap;
  const others = displaced.get(parent) ?? new Set();
  others.delete(node);
  if (isMounted(node)) {
    if (node.parentNode === parent) return;
    hasDisplaced = true;
    gaps.set(node, gap);
    displaced.set(parent, others.add(node));
  } else if (isText(node) && others.size === 0 && next?.parentNode === parent) {
    let leftover: ChildNode | null = next as ChildNode;
    while (isForeignText(leftover)) {
      const { nextSibling }: ChildNode = leftover;
      leftover.remove();
      leftover = nextSibling;
    }
  }
}

function hear(records: MutationRecord[]): void {
  for (const { target: parent, removedNodes, previousSibling, nextSibling } of records) {
    if (!isReacts(parent)) continue;
    removedNodes.forEach((node, at) => {
      if (!isReacts(node)) return;
      const gap = { parent, previous: removedNodes[at - 1] ?? previousSibling, next: removedNodes[at + 1] ?? nextSibling };
      if (leaving.delete(node)) queueMicrotask(() => note(node, gap));
      else note(node, gap);
    });
  }
}

/** Set by {@link guardNodes}: the server renders with this file and has no DOM. */
let observer: MutationObserver;
let insertBefore: Node["insertBefore"];
let appendChild: Node["appendChild"];
let removeChild: Node["removeChild"];

function placeOf(node: Node, parent: Node): Node | null {
  const { previous, next } = gaps.get(node)!;
  if (next?.parentNode === parent) return next;
  return previous?.parentNode === parent ? previous.nextSibling : previous ? null : parent.firstChild;
}

/** Puts React's children of a node back where React put them, `touched` among them, and removes what others put in their place. */
function restore(parent: Node, touched: Node): void {
  hear(observer.takeRecords());
  const wrappers = new Set<ChildNode>();
  const back: Node[] = [];
  for (const node of [...(displaced.get(parent) ?? [])].reverse()) {
    if (node.parentNode === parent || !(node === touched || parent.contains(node) || (isText(node) && isMounted(node)))) continue;
    let wrapper: Node = node;
    while (wrapper.parentNode && wrapper.parentNode !== parent) wrapper = wrapper.parentNode;
    if (wrapper.parentNode) wrappers.add(wrapper as ChildNode);
    insertBefore.call(parent, node, placeOf(node, parent));
    back.push(node);
  }
  displaced.delete(parent);
  for (const wrapper of wrappers) if (isForeign(wrapper)) wrapper.remove();
  for (const node of back) while (isForeignText(node.previousSibling)) node.previousSibling.remove();
  for (const node of [touched, ...back]) while (node.parentNode === parent && isText(node) && isForeignText(node.nextSibling)) node.nextSibling.remove();
  observer.takeRecords();
}

/** Where React asks for a node that others displaced. */
function settle(parent: Node, node: Node | null): void {
  if (node && node.parentNode !== parent && isReacts(parent) && isReacts(node)) restore(parent, node);
}

/** What React writes, and not what a translator writes into the same node. */
function isReactsText(node: Node, value: unknown): boolean {
  const fiber = fiberOf(node);
  return fiber !== undefined && [fiber.memoizedProps, fiber.alternate?.memoizedProps].includes(value);
}

/** Lets React go on in a page that others change. Called before React does anything. */
export function guardNodes(): void {
  ({ insertBefore, appendChild, removeChild } = Node.prototype);
  observer = new MutationObserver(hear);
  observer.observe(document, { childList: true, subtree: true });

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    settle(this, child);
    if (child.parentNode !== this && isReacts(child)) {
      (child as unknown as ChildNode).remove();
      return child;
    }
    leaving.add(child);
    return removeChild.call(this, child) as T;
  };

  Node.prototype.insertBefore = function <T extends Node>(this: Node, child: T, next: Node | null): T {
    settle(this, next);
    if (gaps.has(child)) settle(this, child);
    if (next && next.parentNode !== this) {
      if (child.parentNode === this) return child;
      if (isReacts(next)) return appendChild.call(this, child) as T;
    }
    return insertBefore.call(this, child, next) as T;
  };

  Node.prototype.appendChild = function <T extends Node>(this: Node, child: T): T {
    if (gaps.has(child)) settle(this, child);
    return appendChild.call(this, child) as T;
  };

  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue")!;
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Node, value: string | null) {
      if (isText(this) && isReactsText(this, value)) {
        const { parentNode: parent, nextSibling } = this;
        if (!parent || !isReacts(parent)) {
          hear(observer.takeRecords());
          const gap = gaps.get(this);
          if (gap) restore(gap.parent, this);
        } else if (isForeignText(nextSibling)) restore(parent, this);
      }
      nodeValue.set!.call(this, value);
    },
  });
}
