import { useEffect, useState, type RefObject } from "react";

/** Takes files that are dropped onto an element; true while some are held above it. */
export function useDrop(
  place: RefObject<HTMLElement | null>,
  onFiles: (files: File[]) => void,
  isOff = false,
): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || isOff) return;
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      // Otherwise the browser would open it in place of the page.
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Onto something within it.
      if (!(event.relatedTarget instanceof Node && element.contains(event.relatedTarget))) setOver(false);
    };
    const drop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      setOver(false);
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    };
    element.addEventListener("dragover", hold);
    element.addEventListener("dragleave", leave);
    element.addEventListener("drop", drop);
    return () => {
      element.removeEventListener("dragover", hold);
      element.removeEventListener("dragleave", leave);
      element.removeEventListener("drop", drop);
    };
  }, [place, onFiles, isOff]);
  return isOver && !isOff;
}
