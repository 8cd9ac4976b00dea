import { useInfiniteQuery } from "@tanstack/react-query";
import { endRecusal, listRecusals, type Recusal } from "@conquest/shared/contracts/judging/planning";
import { pages, useCall } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { LoadMore } from "@conquest/shared/ui/list/load-more";
import { ErrorNote } from "@conquest/shared/ui/note";
import { QueryView } from "@conquest/shared/ui/state/query-view";

interface Props {
  contestId: string;
  canEnd: boolean;
  onClose: () => void;
}

export default function RecusalsDialog({ contestId, canEnd, onClose }: Props) {
  const list = useInfiniteQuery(pages(listRecusals, { params: { contestId } }));
  const end = useCall(endRecusal);
  const askAgain = ({ entryId, judgeId }: Recusal) =>
    end.mutate(
      { params: { contestId }, body: { entryId, judgeId } },
      { onSuccess: () => toast.success(t("The judge can rate the entry again")) },
    );
  return (
    <Dialog onClose={onClose} title={t("Recusals")} size="lg">
      <p className="cq-hint">{t("Only you see these reasons. Judges who recused themselves can't read the entry.")}</p>
      <ErrorNote>{end.error?.message}</ErrorNote>
      <QueryView query={list} skeleton={<SkeletonRows label={t("Loading the recusals")} count={3} />}>
        {({ pages: loaded }) => {
          const rows = loaded.flatMap(({ items }) => items);
          if (rows.length === 0) return <p>{t("No recusals")}</p>;
          return (
            <>
              <ul className="dc:flex dc:flex-col dc:gap-4">
                {rows.map((recusal) => (
                  <li
                    key={`${recusal.entryId} ${recusal.judgeId}`}
                    className="dc:flex dc:flex-col dc:gap-1 dc:rounded-md dc:bg-sunk dc:p-3">
                    <p className="dc:font-semibold dc:wrap-anywhere">
                      <T
                        text="{judge}: {entry}"
                        judge={<bdi>{recusal.judgeName || t("Unnamed judge")}</bdi>}
                        entry={<bdi>{recusal.label}</bdi>}
                      />{" "}
                      <span className="cq-hint dc:font-normal">
                        <RelativeTime at={recusal.at} />
                      </span>
                    </p>
                    <UserText>{recusal.reason}</UserText>
                    {canEnd && (
                      <div>
                        <Button variant="secondary" size="sm" isBusy={end.isPending} onClick={() => askAgain(recusal)}>
                          {t("Ask to judge again")}
                        </Button>
                      </div>
                    )}
                  </li>
                ))}
              </ul>
              <LoadMore list={list} shown={rows.length} />
            </>
          );
        }}
      </QueryView>
    </Dialog>
  );
}
