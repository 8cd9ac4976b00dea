import { render } from "@testing-library/react";
import { MenuIcon } from "./menu-icon";

const renderIcon = (icon: string, shapes?: Parameters<typeof MenuIcon>[0]["shapes"]) =>
  render(<MenuIcon icon={icon} shapes={shapes} />).container.querySelector("svg")!;

it("renders a known icon by name and a dot for an unknown name", () => {
  expect(renderIcon("flag")).toHaveClass("lucide-flag");
  expect(renderIcon("an-icon-of-tomorrow")).toHaveClass("lucide-circle-dot");
});

it("renders custom shapes with the attributes of built-in icons", () => {
  const icon = renderIcon("icon.svg", [
    { shape: "path", d: "M3 6h18" },
    { shape: "circle", cx: "12", cy: "12", r: "4", fill: "currentColor" },
  ]);
  const known = renderIcon("flag");
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
