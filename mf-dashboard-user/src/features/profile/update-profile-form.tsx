import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { isPictureAddress } from "@conquest/shared/contracts/text/fields";
import { profileForm } from "@conquest/shared/contracts/users";
import { session } from "@conquest/shared/singletons/session-store";
import { ApiError } from "@conquest/shared/singletons/http";
import { toast } from "@conquest/shared/singletons/toast";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { Button } from "@conquest/shared/ui/button";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { Note } from "@conquest/shared/ui/note";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";

const PictureSource = lazyComponent(
  () => import(/* webpackChunkName: "picture-source" */ "@conquest/shared/ui/files/picture-source"),
);

const schema = profileForm.refine(({ name, photoUrl }) => name !== "" || photoUrl !== "", {
  message: "Please enter a new name, a photo URL, or both.",
  path: ["name"],
});

export function UpdateProfileForm() {
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { name: "", photoUrl: "" },
  });
  const { forget } = useFormDraft("profile", form);
  const { register, handleSubmit, setError, reset, formState } = form;
  const { errors, isSubmitting } = formState;
  const source = usePictureSource();
  const photo = useWatch({ control: form.control, name: "photoUrl" }) ?? "";

  const submit = handleSubmit(async (profile) => {
    try {
      await session.updateProfile(profile);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const fields = error instanceof ApiError ? error.fields : {};
      if (fields["name"]) setError("name", { message: fields["name"] });
      if (fields["photoUrl"]) setError("photoUrl", { message: fields["photoUrl"] });
      if (!fields["name"] && !fields["photoUrl"]) setError("root", { message: error.message });
      return;
    }
    toast.success("Updated Successfully! Please Reload");
    reset();
    forget();
  });

  return (
    <form noValidate onSubmit={submit} className="du:flex du:flex-col du:gap-4">
      <TextField {...register("name")} label="New name" isOptional autoComplete="name" error={errors.name?.message} />
      <TextField
        {...register("photoUrl")}
        label="Photo URL"
        isOptional
        type="url"
        inputMode="url"
        autoComplete="photo"
        placeholder="https://"
        error={errors.photoUrl?.message}
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
      {errors.root?.message && (
        <Note tone="danger" isAlert>
          {errors.root.message}
        </Note>
      )}
      <div>
        <Button type="submit" isBusy={isSubmitting}>
          Update Profile
        </Button>
      </div>
    </form>
  );
}

/** Loads the picker's chunk; without it, a photo can still be set by URL. */
function usePictureSource(): "loading" | "here" | "missing" {
  const [source, setSource] = useState<"loading" | "here" | "missing">("loading");
  useEffect(() => {
    PictureSource.load().then(
      () => setSource("here"),
      () => setSource("missing"),
    );
  }, []);
  return source;
}
