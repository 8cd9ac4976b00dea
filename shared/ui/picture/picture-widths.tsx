import { PICTURE_WIDTHS, hasResizedVersions } from "@conquest/shared/contracts/media/pictures";
import { config } from "@conquest/shared/singletons/config";

function addressAt(address: string, width: number): string {
  const { mediaVersion } = config();
  return `${address}?w=${width}${mediaVersion ? `&v=${mediaVersion}` : ""}`;
}

/** The `srcset` of a picture with a flexible width; undefined if it has only one width. */
export function srcSetByWidth(address: string): string | undefined {
  if (!hasResizedVersions(address)) return undefined;
  return PICTURE_WIDTHS.map((width) => `${addressAt(address, width)} ${width}w`).join(", ");
}

/** The `srcset` of a picture with a fixed width in pixels, for 1x and 2x screens. */
export function srcSetByDensity(address: string, shownWidth: number): string | undefined {
  if (!hasResizedVersions(address)) return undefined;
  return [1, 2].map((density) => `${addressAt(address, widthFor(shownWidth * density))} ${density}x`).join(", ");
}

const widthFor = (pixels: number) => PICTURE_WIDTHS.find((width) => width >= pixels) ?? PICTURE_WIDTHS.at(-1)!;
