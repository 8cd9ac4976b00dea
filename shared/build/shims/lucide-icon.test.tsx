import { createElement, type ComponentType } from "react";
import { render } from "@testing-library/react";
import { createLucideIcon as theirs } from "lucide-react";
import ours from "./lucide-icon.mjs";

const data = {
  name: "flag",
  size: 24,
  node: [
    ["path", { d: "M4 22V4", key: "pole" }],
    ["circle", { cx: "12", cy: "12", r: "4", key: "sun" }],
  ],
};

const renderIcon = (icon: ComponentType<object>, props: object) => {
  const svg = render(createElement(icon, props)).container.firstElementChild!;
  for (const name of ["class", "xmlns"]) svg.removeAttribute(name);
  return svg;
};

it.each([
  ["as it is", {}],
  ["of a size", { size: 14 }],
  ["with a thin stroke", { strokeWidth: 1.5 }],
  ["named", { "aria-label": "Bright" }],
  ["as a picture", { role: "img" }],
])("renders an icon %s like the library", (_, props) => {
  expect(renderIcon(ours(data), props)).toEqual(renderIcon(theirs(data as never), props));
});
