import { icons } from "lucide-react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";

/** Sharp at 16 CSS pixels on a 3x screen. */
const SIZE = 48;

/** Replaces `lucide(Flag)` in CSS by the icon as a data URL, for masks. */
export default async function iconCssLoader(css) {
  const done = this.async();
  try {
    const names = [...new Set([...css.matchAll(/\blucide\((\w+)\)/g)].map(([, name]) => name))];
    const pictures = new Map(await Promise.all(names.map(async (name) => [name, await pictureOf(name)])));
    done(
      null,
      css.replace(/\blucide\((\w+)\)/g, (_, name) => `url("${pictures.get(name)}")`),
    );
  } catch (error) {
    done(error);
  }
}

/** A bitmap: browsers create a document per SVG in a stylesheet; a few delay a slow phone's first paint by 0.2 s. */
async function pictureOf(name) {
  if (!icons[name]) throw new Error(`There is no icon "${name}" in lucide-react.`);
  const svg = renderToStaticMarkup(createElement(icons[name]));
  // The density at which the icon's 24 pixels have that size.
  const picture = sharp(Buffer.from(svg), { density: (72 * SIZE) / 24 }).webp({ lossless: true });
  return `data:image/webp;base64,${(await picture.toBuffer()).toString("base64")}`;
}
