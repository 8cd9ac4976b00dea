/** The first `max` characters and an ellipsis, or the whole text when it is no longer than that. Never cuts a character in two. */
export function truncate(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join("")}…`;
}

/** "1 person", "12 people": the count with the fitting word. */
export const counted = (count: number, one: string, many: string) => `${new Intl.NumberFormat("en-IN").format(count)} ${count === 1 ? one : many}`;
