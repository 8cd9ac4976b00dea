import { render, screen } from "@testing-library/react";
import { UserText } from "@conquest/shared/ui/format/user-text";

it("links https addresses only, and shows markup as text", () => {
  render(
    <UserText>
      {"<b>See</b> https://example.com/a, http://example.com and javascript:alert(1) or me@example.com"}
    </UserText>,
  );
  const links = screen.getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["https://example.com/a"]);
  expect(links[0]).toHaveAttribute("rel", "nofollow ugc noopener");
  expect(screen.getByText(/<b>See<\/b>/)).toBeVisible();
});

it("says in which language a text in the other script is", () => {
  render(<UserText>{"নদী উৎসবের পোস্টার"}</UserText>);
  expect(screen.getByText("নদী উৎসবের পোস্টার")).toHaveAttribute("lang", "bn");
});

it("displays user text in its own direction", () => {
  render(<UserText>{"ملصق النهر"}</UserText>);
  expect(screen.getByText("ملصق النهر")).toHaveAttribute("dir", "auto");
});
