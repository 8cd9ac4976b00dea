import { createElement } from "react";

/**
 * In place of lucide-react's own, which also asks a context, names every icon in its classes and knows strokes that do not grow:
 * pages give an icon a size, a stroke, and what else an svg takes. As there, one that says nothing of itself is decoration.
 */
export default function createLucideIcon({ size: box, node }) {
  const shapes = node.map(([shape, attributes]) => createElement(shape, attributes));
  return function Icon({ size = box, ...given }) {
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
    const isNamed = Object.keys(given).some((name) => /^(aria-|role$|title$)/.test(name));
    return createElement("svg", { ...svg, ...(!isNamed && { "aria-hidden": "true" }), ...given }, shapes);
  };
}
