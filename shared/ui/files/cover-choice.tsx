import { Suspense, useEffect, useState } from "react";
import { Images } from "lucide-react";
import type { Tag } from "@conquest/shared/contracts/tags";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";

const CoverDialog = lazyComponent(
  () => import(/* webpackChunkName: "cover-dialog" */ "@conquest/shared/ui/files/cover-dialog"),
);

interface Props {
  /** Preselects a tag; "" shows all. */
  tag: Tag | "";
  onPicture: (address: string) => void;
}

export function CoverChoice({ tag, onPicture }: Props) {
  const [isOpen, setOpen] = useState(false);
  // Preloads; retried on open if it fails.
  useEffect(() => void CoverDialog.load().catch(() => undefined), []);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <Images aria-hidden="true" size={16} /> {t("Choose a cover")}
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
