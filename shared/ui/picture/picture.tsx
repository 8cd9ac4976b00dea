import { useState } from "react";
import clsx from "clsx";
import { PICTURE_PLACEHOLDER } from "@conquest/shared/ui/picture/default-pictures";
import { widthsOf } from "@conquest/shared/ui/picture/picture-widths";

interface Props {
  src: string;
  /** Empty when the picture says nothing that the text beside it does not. */
  alt: string;
  /** The first picture on a page should not wait. */
  isUrgent?: boolean;
  /** How wide it is shown, as `sizes` says it: `"80px"`, or by the width of the window. As in a grid of cards unless told. */
  sizes?: string;
  /** Told which address could not be shown. */
  onBroken?: (src: string) => void;
  className?: string;
}

/** The columns of .cq-grid on a page of the site. */
const IN_A_GRID = "(min-width: 64rem) min(30vw, 24rem), (min-width: 40rem) 45vw, 92vw";

/** A linked picture: never says where it is shown, loads when near, and gives way to a placeholder when it cannot be shown. */
export function Picture({ src, alt, isUrgent = false, sizes = IN_A_GRID, onBroken, className }: Props) {
  const [broken, setBroken] = useState<string>();
  const isBroken = src === "" || broken === src;
  const widths = isBroken ? undefined : widthsOf(src);
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
        // On a page that came drawn it may have failed before anybody listened.
        if (picture?.complete && picture.naturalWidth === 0 && picture.currentSrc !== "") fail();
      }}
      onError={fail}
    />
  );
}
