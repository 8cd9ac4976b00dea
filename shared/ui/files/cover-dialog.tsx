import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Tag } from "@conquest/shared/contracts/tags";
import { listCovers } from "@conquest/shared/contracts/media/uploads";
import { query } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { tagOptions } from "@conquest/shared/ui/contest/tag";

interface Props {
  tag: Tag | "";
  onChoose: (address: string) => void;
  onClose: () => void;
}

export default function CoverDialog({ tag, onChoose, onClose }: Props) {
  const [shown, setShown] = useState<string>(tag);
  const covers = useQuery(query(listCovers));
  return (
    <Dialog onClose={onClose} title={t("Choose a cover")} size="lg">
      <SelectField
        label={t("Tag")}
        name="cover_tag"
        options={tagOptions(t("All tags"))}
        value={shown}
        onChange={({ target }) => setShown(target.value)}
      />
      <QueryView query={covers} skeleton={<CoversSkeleton />}>
        {(all) => {
          const chosen = all.filter((cover) => shown === "" || cover.tag === shown);
          if (chosen.length === 0) {
            return (
              <EmptyState
                title={t("No covers for this tag")}
                action={all.length > 0 && <Button onClick={() => setShown("")}>{t("Show all")}</Button>}>
                <p>{t("You can also upload your own image or link to one.")}</p>
              </EmptyState>
            );
          }
          return (
            <ul className="cq-covers" aria-label={t("Covers")}>
              {chosen.map(({ address, tag: of }, index) => (
                <li key={address}>
                  <button
                    type="button"
                    className="cq-cover"
                    aria-label={t("Cover {n} of {all}, {tag}", { n: index + 1, all: chosen.length, tag: t(of) })}
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
    <span className="cq-visually-hidden">{t("Loading the covers")}</span>
    <div className="cq-covers" aria-hidden="true">
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="cq-bone cq-bone-picture" />
      ))}
    </div>
  </div>
);
