import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { isPictureAddress } from "@conquest/shared/contracts/text/fields";
import { profileForm, type Account } from "@conquest/shared/contracts/users";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { t } from "@conquest/shared/singletons/language";
import { session, useAccount, useSession } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { fieldOf, showFieldErrors } from "@conquest/shared/ui/form/form-fields";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { ErrorNote } from "@conquest/shared/ui/note";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { useLoaded } from "@conquest/shared/ui/page/use-loaded";
import { Avatar } from "@conquest/shared/ui/picture/avatar";

const PictureSource = lazyComponent(
  () => import(/* webpackChunkName: "picture-source" */ "@conquest/shared/ui/files/picture-source"),
);

/** Another image's address would be refused along with a new name. */
const valuesOf = ({ name, image }: Account) => ({ name, photoUrl: isPictureAddress(image) ? image : "" });

export default function ProfileForm() {
  const account = useAccount();
  const current = valuesOf(account);
  const form = useForm<z.input<typeof profileForm>, unknown, z.output<typeof profileForm>>({
    resolver: zodResolver(profileForm),
    defaultValues: current,
  });
  const { forget } = useFormDraft("profile", form);
  const { errors, isSubmitting } = form.formState;
  // Without the picker, a photo can still be set by URL.
  const source = useLoaded(PictureSource.load).is;
  const photo = useWatch({ control: form.control, name: "photoUrl" }) ?? "";

  const submit = form.handleSubmit(async ({ name, photoUrl }) => {
    const change = { name: name === current.name ? "" : name, photoUrl: photoUrl === current.photoUrl ? "" : photoUrl };
    if (!change.name && !change.photoUrl)
      return form.setError("name", { message: t("Enter a new name, a photo URL, or both") }, { shouldFocus: true });
    try {
      await session.updateProfile(change);
    } catch (error) {
      const message = showFieldErrors(form, error, "name", "photoUrl");
      return message === null ? undefined : form.setError("root", { message });
    }
    toast.success(t("Updated Successfully! Please Reload"));
    const updated = useSession.getState().account;
    if (updated) form.reset(valuesOf(updated));
    forget();
  });

  return (
    <form noValidate onSubmit={submit} className="du:flex du:flex-col du:gap-4">
      <TextField {...fieldOf(form, "name")} label={t("New name")} isOptional autoComplete="name" />
      <TextField
        {...fieldOf(form, "photoUrl")}
        label={t("Photo URL")}
        isOptional
        type="url"
        inputMode="url"
        autoComplete="photo"
        placeholder="https://"
      />
      {source === "loading" && (
        <div aria-hidden="true" className="cq-bone du:min-h-36 du:sm:min-h-31 du:max-sm:in-[:lang(bn)]:min-h-42" />
      )}
      {source === "here" && (
        <PictureSource
          chosen={photo}
          camera="user"
          onPicture={(address) => form.setValue("photoUrl", address, { shouldDirty: true, shouldValidate: true })}>
          {photo !== current.photoUrl && isPictureAddress(photo) && (
            <p className="du:flex du:items-center du:gap-3">
              <Avatar src={photo} name="" size={64} alt={t("Your new photo")} /> {t("This is how it will look.")}
            </p>
          )}
        </PictureSource>
      )}
      <ErrorNote>{errors.root?.message}</ErrorNote>
      <div>
        <Button type="submit" isBusy={isSubmitting}>
          {t("Update Profile")}
        </Button>
      </div>
    </form>
  );
}
