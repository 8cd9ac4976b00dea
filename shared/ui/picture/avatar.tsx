import { useState } from "react";
import { t } from "@conquest/shared/singletons/language";
import { DEFAULT_AVATAR } from "@conquest/shared/ui/picture/default-pictures";
import { srcSetByDensity } from "@conquest/shared/ui/picture/picture-widths";

interface Props {
  src: string | null | undefined;
  name: string;
  /** Width and height in pixels; each has a rule in styles/components/picture.css. */
  size?: 32 | 36 | 40 | 48 | 56 | 64 | 96;
  alt?: string;
}

export function Avatar({ src, name, size = 40, alt = name && t("Photo of {name}", { name }) }: Props) {
  const [broken, setBroken] = useState<string>();
  const shown = src && src !== broken ? src : DEFAULT_AVATAR;
  const fail = () => {
    if (src && src !== broken) setBroken(src);
  };
  return (
    <img
      className="cq-avatar"
      src={shown}
      srcSet={srcSetByDensity(shown, size)}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
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
