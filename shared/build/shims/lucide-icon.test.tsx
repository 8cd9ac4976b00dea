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

const drawn = (icon: ComponentType<object>, props: object) => {
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
])("an icon %s is drawn as the library draws it", (_, props) => {
  expect(drawn(ours(data), props)).toEqual(drawn(theirs(data as never), props));
});
