import { render, screen } from "@testing-library/react";
import { provideConfig } from "@conquest/shared/singletons/config";
import { aSiteConfig } from "@conquest/shared/testing/samples";
import RichText from "@conquest/shared/ui/format/rich-text";

beforeAll(() => provideConfig(aSiteConfig()));

const show = (tokens: React.ComponentProps<typeof RichText>["tokens"]) =>
  render(<RichText tokens={tokens} />).container.firstElementChild!;

describe("a rendered Markdown text", () => {
  it("nests elements as their tokens say", () => {
    const text = show([{ tag: "ul" }, { tag: "li" }, { text: "a" }, { tag: "strong" }, { text: "b" }, {}, {}, {}]);
    expect(text).toContainHTML("<ul><li>a<strong>b</strong></li></ul>");
  });

  it("opens links in a new tab, without passing on trust", () => {
    show([{ tag: "p" }, { tag: "a", href: "https://example.com/" }, { text: "rules" }, {}, {}]);
    const link = screen.getByRole("link", { name: "rules" });
    expect(link).toHaveAttribute("href", "https://example.com/");
    expect(link).toHaveAttribute("rel", "nofollow ugc noopener");
  });

  it("links bare addresses, but not in code or in links", () => {
    const address = { text: "https://example.com" };
    show([address, { tag: "code" }, address, {}, { tag: "a", href: "https://example.com" }, address, {}]);
    expect(screen.getAllByRole("link")).toHaveLength(2);
  });

  it("shows pictures with their alternative text", () => {
    show([{ tag: "img", href: "/media/covers/image-design-1.webp", text: "A tiger" }]);
    expect(screen.getByRole("img", { name: "A tiger" })).toHaveAttribute("loading", "lazy");
  });

  it("shows the text of unknown elements, and survives tokens without an end", () => {
    const text = show([{}, { tag: "script" }, { text: "a" }, {}, { tag: "p" }, { tag: "em" }, { text: "b" }]);
    expect(text).toHaveTextContent("ab");
    expect(text.querySelector("script")).toBeNull();
    expect(text).toContainHTML("<p><em>b</em></p>");
  });

  it("says that a Bangla text is in Bangla", () => {
    expect(show([{ tag: "p" }, { text: "নদী" }, {}])).toHaveAttribute("lang", "bn");
  });
});
