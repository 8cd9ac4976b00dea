import { useState } from "react";
import clsx from "clsx";
import { PICTURE_PLACEHOLDER } from "@conquest/shared/ui/default-pictures";

interface Props {
  src: string;
  /** Empty when the picture says nothing that the text beside it does not. */
  alt: string;
  /** Width by height: the place is kept before the picture is there. */
  ratio?: "16/9" | "4/3" | "1/1";
  /** The first picture on a page should not wait. */
  isUrgent?: boolean;
  /** Told which address could not be shown. */
  onBroken?: (src: string) => void;
  className?: string;
}

/** A linked picture: never says where it is shown, loads when near, and gives way to a placeholder when it cannot be shown. */
export function Picture({ src, alt, ratio = "16/9", isUrgent = false, onBroken, className }: Props) {
  const [broken, setBroken] = useState<string>();
  const isBroken = src === "" || broken === src;
  return (
    <img
      className={clsx("cq-picture", className)}
      style={{ aspectRatio: ratio }}
      src={isBroken ? PICTURE_PLACEHOLDER : src}
      alt={alt}
      width={640}
      height={Math.round(640 / ratioOf(ratio))}
      loading={isUrgent ? "eager" : "lazy"}
      fetchPriority={isUrgent ? "high" : undefined}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => {
        setBroken(src);
        onBroken?.(src);
      }}
    />
  );
}

function ratioOf(ratio: string): number {
  const [width = 1, height = 1] = ratio.split("/").map(Number);
  return width / height;
}
