import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { getMyStats } from "@conquest/shared/contracts/winners";
import { query } from "@conquest/shared/singletons/api-hooks";
import { useAccount, session } from "@conquest/shared/singletons/session-store";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { ProgressRing } from "@conquest/shared/ui/state/progress-ring";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { pluralize } from "@conquest/shared/ui/format/text";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { isPictureAddress } from "@conquest/shared/contracts/text/fields";
import { profileForm } from "@conquest/shared/contracts/users";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { ErrorNote } from "@conquest/shared/ui/note";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { useLoaded } from "@conquest/shared/ui/page/use-loaded";
import { fieldOf, showFieldErrors } from "@conquest/shared/ui/form/form-fields";

/** As high as the loaded content, to avoid a layout shift. */
const StatsSkeleton = () => (
  <>
    <div className="du:grid du:size-36 du:place-items-center">
      <Spinner label="Counting your wins" />
    </div>
    <p aria-hidden="true">&nbsp;</p>
    <p aria-hidden="true" className="cq-hint">
      &nbsp;
    </p>
  </>
);

export default function MyProfilePage() {
  const { email, name, image } = useAccount();
  const stats = useQuery(query(getMyStats, { params: { email } }));
  return (
    <>
      <PageHeading title="My Profile" />
      <div className="du:grid du:items-start du:gap-6 du:md:grid-cols-[16rem_minmax(0,1fr)] du:xl:grid-cols-[20rem_minmax(0,1fr)]">
        <section aria-labelledby="win-rate" className="cq-card du:h-auto du:text-center">
          <div className={BANNER}>
            <span className="du:rounded-full du:bg-deep-far du:p-1.5">
              <Avatar src={image} name={name} size={96} />
            </span>
            <p className="du:w-full du:min-w-0 du:wrap-anywhere">
              <span className="du:block du:text-sm du:text-on-deep-muted">You are shown as</span>{" "}
              <strong dir="auto" className="du:block du:text-xl du:leading-tight">
                {name || "somebody without a name"}
              </strong>
            </p>
            <Link
              to="/dashboard/profile"
              className="du:py-0.5 du:text-sm du:font-semibold du:underline du:underline-offset-4 du:hover:text-gold">
              Account and role
            </Link>
          </div>
          <div className="du:flex du:flex-col du:items-center du:gap-3 du:p-6">
            <h2 id="win-rate" className="cq-section-title">
              Win rate
            </h2>
            <QueryView query={stats} skeleton={<StatsSkeleton />}>
              {({ won, finished, joined }) => (
                <>
                  <ProgressRing percent={finished === 0 ? 0 : (won / finished) * 100} label="Win rate" />
                  <p className="du:font-semibold">
                    {finished === 0
                      ? "No finished contests yet"
                      : `Won ${won} of ${pluralize(finished, "finished contest", "finished contests")}`}
                  </p>
                  <p className="cq-hint">
                    {joined === 0
                      ? "You have not joined a contest yet."
                      : `You joined ${pluralize(joined, "contest", "contests")} so far.`}
                  </p>
                </>
              )}
            </QueryView>
          </div>
        </section>
        <section aria-labelledby="update-profile" className="cq-panel">
          <div className="du:mb-6 du:border-b du:border-line du:pb-5">
            <h2 id="update-profile" className="cq-section-title">
              Update your profile
            </h2>
            <p className="cq-hint du:mt-1">What you leave empty stays as it is.</p>
          </div>
          <UpdateProfileForm />
        </section>
      </div>
    </>
  );
}

const BANNER = [
  "du:flex du:flex-col du:items-center du:gap-3 du:bg-deep du:px-5 du:pt-8 du:pb-12 du:text-on-deep du:[--cq-focus:var(--cq-focus-deep)]",
  "du:[clip-path:polygon(0_0,100%_0,100%_100%,50%_calc(100%-1.5rem),0_100%)]",
].join(" ");

const PictureSource = lazyComponent(
  () => import(/* webpackChunkName: "picture-source" */ "@conquest/shared/ui/files/picture-source"),
);

const schema = profileForm.refine(({ name, photoUrl }) => name !== "" || photoUrl !== "", {
  message: "Please enter a new name, a photo URL, or both.",
  path: ["name"],
});

function UpdateProfileForm() {
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { name: "", photoUrl: "" },
  });
  const { forget } = useFormDraft("profile", form);
  const { errors, isSubmitting } = form.formState;
  // Without the picker, a photo can still be set by URL.
  const source = useLoaded(PictureSource.load).is;
  const photo = useWatch({ control: form.control, name: "photoUrl" }) ?? "";

  const submit = form.handleSubmit(async (profile) => {
    try {
      await session.updateProfile(profile);
    } catch (error) {
      const message = showFieldErrors(form, error, "name", "photoUrl");
      return message === null ? undefined : form.setError("root", { message });
    }
    toast.success("Updated Successfully! Please Reload");
    form.reset();
    forget();
  });

  return (
    <form noValidate onSubmit={submit} className="du:flex du:flex-col du:gap-4">
      <TextField {...fieldOf(form, "name")} label="New name" isOptional autoComplete="name" />
      <TextField
        {...fieldOf(form, "photoUrl")}
        label="Photo URL"
        isOptional
        type="url"
        inputMode="url"
        autoComplete="photo"
        placeholder="https://"
      />
      {source === "loading" && <div aria-hidden="true" className="cq-bone du:min-h-36" />}
      {source === "here" && (
        <PictureSource
          chosen={photo}
          camera="user"
          onPicture={(address) => form.setValue("photoUrl", address, { shouldDirty: true, shouldValidate: true })}>
          {isPictureAddress(photo) && (
            <p className="du:flex du:items-center du:gap-3">
              <Avatar src={photo} name="" size={64} alt="Your new photo" /> This is how it will look.
            </p>
          )}
        </PictureSource>
      )}
      <ErrorNote>{errors.root?.message}</ErrorNote>
      <div>
        <Button type="submit" isBusy={isSubmitting}>
          Update Profile
        </Button>
      </div>
    </form>
  );
}
