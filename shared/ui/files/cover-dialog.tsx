import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { TAGS, type Tag } from "@conquest/shared/contracts/tags";
import { listCovers } from "@conquest/shared/contracts/media/uploads";
import { query } from "@conquest/shared/singletons/api-hooks";
import { Button } from "@conquest/shared/ui/button";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { QueryView } from "@conquest/shared/ui/state/query-view";

interface Props {
  /** Preselects a tag; "" shows all. */
  tag: Tag | "";
  onChoose: (address: string) => void;
  onClose: () => void;
}

const OPTIONS = [{ value: "", label: "All tags" }, ...TAGS.map((tag) => ({ value: tag, label: tag }))];

export default function CoverDialog({ tag, onChoose, onClose }: Props) {
  const [shown, setShown] = useState<string>(tag);
  const covers = useQuery(query(listCovers));
  return (
    <Dialog onClose={onClose} title="Choose a cover" size="lg">
      <SelectField
        label="Tag"
        name="cover_tag"
        options={OPTIONS}
        value={shown}
        onChange={({ target }) => setShown(target.value)}
      />
      <QueryView query={covers} skeleton={<CoversSkeleton />}>
        {(all) => {
          const chosen = all.filter((cover) => shown === "" || cover.tag === shown);
          if (chosen.length === 0) {
            return (
              <EmptyState
                title="No covers for this tag"
                action={all.length > 0 && <Button onClick={() => setShown("")}>Show all</Button>}>
                <p>You can also upload your own image or link to one.</p>
              </EmptyState>
            );
          }
          return (
            <ul className="cq-covers" aria-label="Covers">
              {chosen.map(({ address, tag: of }, index) => (
                <li key={address}>
                  <button
                    type="button"
                    className="cq-cover"
                    aria-label={`Cover ${index + 1} of ${chosen.length}, ${of}`}
                    onClick={() => onChoose(address)}>
                    <Picture src={address} alt="" sizes="(min-width: 40rem) 13rem, 44vw" />
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryView>
    </Dialog>
  );
}

const CoversSkeleton = () => (
  <div role="status" aria-busy="true">
    <span className="cq-visually-hidden">Loading the covers</span>
    <div className="cq-covers" aria-hidden="true">
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="cq-bone cq-bone-picture" />
      ))}
    </div>
  </div>
);
