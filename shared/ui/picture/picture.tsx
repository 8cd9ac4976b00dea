import { useState } from "react";
import clsx from "clsx";
import { PICTURE_PLACEHOLDER } from "@conquest/shared/ui/picture/default-pictures";
import { srcSetByWidth } from "@conquest/shared/ui/picture/picture-widths";

interface Props {
  src: string;
  alt: string;
  /** Loads eagerly, for the first picture on a page. */
  isUrgent?: boolean;
  /** The `sizes` attribute; defaults to cards in a grid. */
  sizes?: string;
  onBroken?: (src: string) => void;
  className?: string;
}

/** The columns of .cq-grid on a page of the site. */
const GRID_SIZES = "(min-width: 64rem) min(30vw, 24rem), (min-width: 40rem) 45vw, 92vw";

export function Picture({ src, alt, isUrgent = false, sizes = GRID_SIZES, onBroken, className }: Props) {
  const [broken, setBroken] = useState<string>();
  const isBroken = src === "" || broken === src;
  const widths = isBroken ? undefined : srcSetByWidth(src);
  const fail = () => {
    if (isBroken) return;
    setBroken(src);
    onBroken?.(src);
  };
  return (
    <img
      className={clsx("cq-picture", className)}
      src={isBroken ? PICTURE_PLACEHOLDER : src}
      srcSet={widths}
      sizes={widths && sizes}
      alt={alt}
      width={640}
      height={360}
      loading={isUrgent ? "eager" : "lazy"}
      fetchPriority={isUrgent ? "high" : undefined}
      decoding="async"
      referrerPolicy="no-referrer"
      ref={(picture) => {
        // A server-rendered picture may fail before hydration attaches the listener.
        if (picture?.complete && picture.naturalWidth === 0 && picture.currentSrc !== "") fail();
      }}
      onError={fail}
    />
  );
}
