import { render } from "@testing-library/react";
import { MenuIcon } from "./menu-icon";

const draw = (icon: string, shapes?: Parameters<typeof MenuIcon>[0]["shapes"]) =>
  render(<MenuIcon icon={icon} shapes={shapes} />).container.querySelector("svg")!;

it("draws an icon of the set by its name, and a dot for a name that it does not know", () => {
  expect(draw("flag")).toHaveClass("lucide-flag");
  expect(draw("an-icon-of-tomorrow")).toHaveClass("lucide-circle-dot");
});

it("draws what a remote brings as those of the set are drawn, without a style of its own", () => {
  const icon = draw("icon.svg", [
    { shape: "path", d: "M3 6h18" },
    { shape: "circle", cx: "12", cy: "12", r: "4", fill: "currentColor" },
  ]);
  const known = draw("flag");
  for (const name of [
    "width",
    "height",
    "viewBox",
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "aria-hidden",
  ]) {
    expect([name, icon.getAttribute(name)]).toEqual([name, known.getAttribute(name)]);
  }
  expect(icon.innerHTML).toBe('<path d="M3 6h18"></path><circle cx="12" cy="12" r="4" fill="currentColor"></circle>');
  expect(icon).not.toHaveAttribute("style");
});
