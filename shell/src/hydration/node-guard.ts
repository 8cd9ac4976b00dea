// Translators and extensions wrap or replace React's nodes. React finds its nodes by reference, so it would throw or update nodes
// that are no longer in the page. https://github.com/facebook/react/issues/11538

interface Fiber {
  tag: number;
  return: Fiber | null;
  alternate: Fiber | null;
  memoizedProps: unknown;
}

interface Position {
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

export const hasFiber = (node: Node): boolean => fiberOf(node) !== undefined;

/** React detaches deleted fibers from the root. */
function isMounted(node: Node): boolean {
  let fiber = fiberOf(node);
  while (fiber?.return) fiber = fiber.return;
  return fiber?.tag === HOST_ROOT;
}

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;

/** Whether others inserted the node and it contains no React node. */
function isForeign(node: ChildNode | null): node is ChildNode {
  if (!node || hasFiber(node) || !(isText(node) || node.nodeType === Node.ELEMENT_NODE)) return false;
  const inside = document.createTreeWalker(node);
  while (inside.nextNode()) if (hasFiber(inside.currentNode)) return false;
  return true;
}

/** Elements without text, such as icons of extensions, are kept. */
const isForeignText = (node: ChildNode | null): node is ChildNode => isForeign(node) && node.textContent !== "";

const positions = new WeakMap<Node, Position>();
/** React nodes that others moved or replaced, by parent, in order of removal. */
const displaced = new WeakMap<Node, Set<Node>>();
/** Nodes removed with removeChild, by React or by others. isMounted is only reliable after React's commit. */
const removedByCall = new WeakSet<Node>();

let hasDisplaced = false;

export const hasDisplacedNodes = (): boolean => hasDisplaced;

function handleRemoval(node: Node, position: Position): void {
  const { parent, next } = position;
  const others = displaced.get(parent) ?? new Set();
  others.delete(node);
  if (isMounted(node)) {
    if (node.parentNode === parent) return;
    hasDisplaced = true;
    positions.set(node, position);
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

function handleRecords(records: MutationRecord[]): void {
  for (const { target: parent, removedNodes, previousSibling, nextSibling } of records) {
    if (!hasFiber(parent)) continue;
    removedNodes.forEach((node, at) => {
      if (!hasFiber(node)) return;
      const position = {
        parent,
        previous: removedNodes[at - 1] ?? previousSibling,
        next: removedNodes[at + 1] ?? nextSibling,
      };
      if (removedByCall.delete(node)) queueMicrotask(() => handleRemoval(node, position));
      else handleRemoval(node, position);
    });
  }
}

/** Set by {@link guardNodes}: the server renders with this file and has no DOM. */
let observer: MutationObserver;
let insertBefore: Node["insertBefore"];
let appendChild: Node["appendChild"];
let removeChild: Node["removeChild"];

function nextSiblingFor(node: Node, parent: Node): Node | null {
  const { previous, next } = positions.get(node)!;
  if (next?.parentNode === parent) return next;
  return previous?.parentNode === parent ? previous.nextSibling : previous ? null : parent.firstChild;
}

/** Moves a parent's displaced children, including `touched`, back to their positions, and removes their replacements. */
function restore(parent: Node, touched: Node): void {
  handleRecords(observer.takeRecords());
  const wrappers = new Set<ChildNode>();
  const back: Node[] = [];
  for (const node of [...(displaced.get(parent) ?? [])].reverse()) {
    if (node.parentNode === parent || !(node === touched || parent.contains(node) || (isText(node) && isMounted(node))))
      continue;
    let wrapper: Node = node;
    while (wrapper.parentNode && wrapper.parentNode !== parent) wrapper = wrapper.parentNode;
    if (wrapper.parentNode) wrappers.add(wrapper as ChildNode);
    insertBefore.call(parent, node, nextSiblingFor(node, parent));
    back.push(node);
  }
  displaced.delete(parent);
  for (const wrapper of wrappers) if (isForeign(wrapper)) wrapper.remove();
  for (const node of back) while (isForeignText(node.previousSibling)) node.previousSibling.remove();
  for (const node of [touched, ...back])
    while (node.parentNode === parent && isText(node) && isForeignText(node.nextSibling)) node.nextSibling.remove();
  observer.takeRecords();
}

function restoreIfDisplaced(parent: Node, node: Node | null): void {
  if (node && node.parentNode !== parent && hasFiber(parent) && hasFiber(node)) restore(parent, node);
}

function isReactsText(node: Node, value: unknown): boolean {
  const fiber = fiberOf(node);
  return fiber !== undefined && [fiber.memoizedProps, fiber.alternate?.memoizedProps].includes(value);
}

/** Patches the DOM so that React works in a page that others change. Call it before React renders. */
export function guardNodes(): void {
  ({ insertBefore, appendChild, removeChild } = Node.prototype);
  observer = new MutationObserver(handleRecords);
  observer.observe(document, { childList: true, subtree: true });

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    restoreIfDisplaced(this, child);
    if (child.parentNode !== this && hasFiber(child)) {
      (child as unknown as ChildNode).remove();
      return child;
    }
    removedByCall.add(child);
    return removeChild.call(this, child) as T;
  };

  Node.prototype.insertBefore = function <T extends Node>(this: Node, child: T, next: Node | null): T {
    restoreIfDisplaced(this, next);
    if (positions.has(child)) restoreIfDisplaced(this, child);
    if (next && next.parentNode !== this) {
      if (child.parentNode === this) return child;
      if (hasFiber(next)) return appendChild.call(this, child) as T;
    }
    return insertBefore.call(this, child, next) as T;
  };

  Node.prototype.appendChild = function <T extends Node>(this: Node, child: T): T {
    if (positions.has(child)) restoreIfDisplaced(this, child);
    return appendChild.call(this, child) as T;
  };

  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue")!;
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Node, value: string | null) {
      if (isText(this) && isReactsText(this, value)) {
        const { parentNode: parent, nextSibling } = this;
        if (!parent || !hasFiber(parent)) {
          handleRecords(observer.takeRecords());
          const position = positions.get(this);
          if (position) restore(position.parent, this);
        } else if (isForeignText(nextSibling)) restore(parent, this);
      }
      nodeValue.set!.call(this, value);
    },
  });
}
