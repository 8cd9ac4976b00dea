import type { ReactNode } from "react";
import { Button } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";

interface Props {
  failure: ReactNode;
  isBusy: boolean;
  onJoin: () => Promise<void>;
}

export const FreeJoin = ({ failure, isBusy, onJoin }: Props) => (
  <>
    <Note tone="success" title="This contest is free">
      There is nothing to pay, and no card is asked for.
    </Note>
    {failure}
    <Button size="lg" isBusy={isBusy} onClick={() => void onJoin()} className="pu:self-start">
      {isBusy ? "Joining…" : "Join for free"}
    </Button>
  </>
);
