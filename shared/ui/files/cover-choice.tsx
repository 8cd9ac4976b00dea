import { Suspense, useEffect, useState } from "react";
import { Images } from "lucide-react";
import type { Tag } from "@conquest/shared/contracts/tags";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";

const CoverDialog = lazyComponent(
  () => import(/* webpackChunkName: "cover-dialog" */ "@conquest/shared/ui/files/cover-dialog"),
);

interface Props {
  /** Whose covers are shown at first; with "" all. */
  tag: Tag | "";
  /** Gets the cover's address. */
  onPicture: (address: string) => void;
}

/** A button that leads to the site's own covers. */
export function CoverChoice({ tag, onPicture }: Props) {
  const [isOpen, setOpen] = useState(false);
  // What cannot be had now is asked for again when it is opened.
  useEffect(() => void CoverDialog.load().catch(() => undefined), []);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <Images aria-hidden="true" size={16} /> Choose a cover
      </Button>
      <Suspense>
        {isOpen && (
          <CoverDialog
            tag={tag}
            onChoose={(address) => {
              setOpen(false);
              onPicture(address);
            }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
