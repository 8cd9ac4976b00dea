/** The first `max` characters and an ellipsis, or the whole text when it is no longer than that. Never cuts a character in two. */
export function truncate(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join("")}…`;
}

/**
 * A whole number in the grouping of Bangladesh: 1,00,000. By hand: every page needs it in its first render, and making an
 * Intl.NumberFormat takes a slow phone longer than all the rest of that render.
 */
export function grouped(number: number): string {
  const digits = String(Math.round(Math.abs(number)));
  return (Math.round(number) < 0 ? "-" : "") + digits.replace(/\B(?=(?:\d\d)*\d{3}$)/g, ",");
}

/** "1 person", "12 people": the count with the fitting word. */
export const counted = (count: number, one: string, many: string, isAtLeast = false) =>
  `${grouped(count)}${isAtLeast ? "+" : ""} ${count === 1 ? one : many}`;
