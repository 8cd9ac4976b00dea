import { useNavigate } from "react-router-dom";
import { createContest } from "@conquest/shared/contracts/publishing";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { PageHeading } from "@conquest/shared/ui/page-heading";
import { ContestForm } from "./contest-form";
import { endOfDay, toSpokenInstant } from "./deadline";

export default function AddContestPage() {
  const { _id, name, email, image } = useAccount();
  const navigate = useNavigate();
  const create = useCall(createContest);
  return (
    <>
      <PageHeading title="Add Contest" subtitle="An admin looks at it first; once confirmed, everyone can see and join it." />
      <section className="cq-panel" aria-label="New contest">
        <ContestForm
          initial={{ deadline: toSpokenInstant(endOfDay(new Date())) }}
          draft={`contest:${_id}:new`}
          submitLabel="Add Contest"
          onSubmit={async (values) => {
            await create.mutateAsync({
              body: { ...values, status: "pending", participants: [], creator: { name, email, photo: image } },
            });
            toast.success("Contest created successfully");
            void navigate("/dashboard/my_created_contests");
          }}
        />
      </section>
    </>
  );
}
