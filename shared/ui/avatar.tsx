import { useState } from "react";
import { DEFAULT_AVATAR } from "@conquest/shared/ui/default-pictures";

interface Props {
  src: string | null | undefined;
  name: string;
  /** Width and height in pixels. */
  size?: number;
  /** Empty where the name stands beside it. */
  alt?: string;
}

/** A person's photo, or the default one when there is none or it cannot be shown. */
export function Avatar({ src, name, size = 40, alt = name && `Photo of ${name}` }: Props) {
  const [broken, setBroken] = useState<string>();
  return (
    <img
      className="cq-avatar"
      src={src && src !== broken ? src : DEFAULT_AVATAR}
      alt={alt}
      width={size}
      height={size}
      style={{ width: size, height: size }}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(src ?? undefined)}
    />
  );
}
