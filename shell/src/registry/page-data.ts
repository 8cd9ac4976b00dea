/** The JSON that the server put into the page under this id, or undefined where there is none that can be read. */
export function pageData(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  if (!text) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
