import { readContestPicture } from "@conquest/shared/contracts/review";
import { pathOf } from "@conquest/shared/singletons/call";
import { config } from "@conquest/shared/singletons/config";
import { Picture } from "@conquest/shared/ui/picture/picture";

const UPLOADED = /^\/media\/pictures\//;

/** `replacedId` identifies a replaced upload, which is stored for admins only. Returns null if the picture was deleted. */
export function previousPictureUrl(address: string | undefined, replacedId: string | null): string | null {
  if (replacedId !== null)
    return `${config().apiBase}${pathOf(readContestPicture, { params: { id: replacedId } })}?w=720`;
  return address === undefined || UPLOADED.test(address) ? null : address;
}

const SIZES = "(min-width: 64rem) 20rem, (min-width: 40rem) 45vw, 92vw";

export function PictureDifference({ before, after }: { before: string | null; after: string }) {
  return (
    <div className="da:grid da:gap-4 da:sm:grid-cols-2">
      <figure className="da:flex da:flex-col da:gap-1">
        <figcaption className="cq-hint">Before</figcaption>
        {before === null ? (
          <p className="da:grid da:aspect-video da:place-items-center da:rounded-md da:bg-sunk da:p-4 da:text-center da:text-muted">
            It is not kept any more.
          </p>
        ) : (
          <Picture src={before} alt="The picture before" sizes={SIZES} className="da:w-full da:rounded-md" />
        )}
      </figure>
      <figure className="da:flex da:flex-col da:gap-1">
        <figcaption className="cq-hint">Now</figcaption>
        <Picture src={after} alt="The picture now" sizes={SIZES} className="da:w-full da:rounded-md" />
      </figure>
    </div>
  );
}
