import { Images } from "lucide-react";
import type { Tag } from "@conquest/shared/contracts/tags";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { useDialog } from "@conquest/shared/ui/page/use-dialog";

const CoverDialog = lazyComponent(
  () => import(/* webpackChunkName: "cover-dialog" */ "@conquest/shared/ui/files/cover-dialog"),
);

interface Props {
  /** Preselects a tag; "" shows all. */
  tag: Tag | "";
  onPicture: (address: string) => void;
}

export function CoverChoice({ tag, onPicture }: Props) {
  const choice = useDialog(CoverDialog);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => choice.open({ tag, onChoose: onPicture })}>
        <Images aria-hidden="true" size={16} /> Choose a cover
      </Button>
      {choice.element}
    </>
  );
}
