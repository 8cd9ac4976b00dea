import { createElement } from "react";

/** lucide-react's factory without context, class names and absolute stroke widths. Icons without a label are hidden. */
export default function createLucideIcon({ size: box, node }) {
  const shapes = node.map(([shape, attributes]) => createElement(shape, attributes));
  return function Icon({ size = box, ...props }) {
    const svg = {
      width: size,
      height: size,
      viewBox: `0 0 ${box} ${box}`,
      fill: "none",
      stroke: "currentColor",
      strokeWidth: 2,
      strokeLinecap: "round",
      strokeLinejoin: "round",
    };
    const isNamed = Object.keys(props).some((name) => /^(aria-|role$|title$)/.test(name));
    return createElement("svg", { ...svg, ...(!isNamed && { "aria-hidden": "true" }), ...props }, shapes);
  };
}
