import { saveStylesheetCookie } from "./stylesheet-cookie";

const CRITICAL =
  '<style data-critical="/mf/shell/1/main.css"></style><style data-critical="/mf/mf-public/2/page.css"></style>';
const addLink = (href: string, isLoaded = true) => {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  Object.defineProperty(link, "sheet", { value: isLoaded ? {} : null });
  document.body.append(link);
};
const cookieValue = () => /conquest_styles=([^;]*)/.exec(document.cookie)?.[1];

beforeEach(() => {
  document.cookie = "conquest_styles=; Max-Age=0; Path=/";
  document.body.replaceChildren();
  document.head.innerHTML = CRITICAL;
});

it("names the loaded stylesheets in a cookie", () => {
  addLink("/mf/shell/1/main.css");
  addLink("/mf/mf-public/2/page.css");
  saveStylesheetCookie();
  expect(cookieValue()).toBe("shell/1,mf-public/2");
});

it.each([
  ["has not loaded", () => addLink("/mf/mf-public/2/page.css", false)],
  ["failed and was removed", () => undefined],
  ["came from another release", () => addLink("/mf/mf-public/3/page.css")],
])("sets no cookie if a stylesheet %s", (_, other) => {
  addLink("/mf/shell/1/main.css");
  other();
  saveStylesheetCookie();
  expect(cookieValue()).toBeUndefined();
});

it("sets no cookie for a page without inlined rules", () => {
  document.head.replaceChildren();
  addLink("/mf/shell/1/main.css");
  saveStylesheetCookie();
  expect(cookieValue()).toBeUndefined();
});
