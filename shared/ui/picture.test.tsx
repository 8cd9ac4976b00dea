import { fireEvent, render, screen } from "@testing-library/react";
import { Avatar } from "@conquest/shared/ui/avatar";
import { DEFAULT_AVATAR, PICTURE_PLACEHOLDER } from "@conquest/shared/ui/default-pictures";
import { Picture } from "@conquest/shared/ui/picture";

describe("Picture", () => {
  it("gives way to the placeholder when it cannot be loaded, and tries a new address again", () => {
    const { rerender } = render(<Picture src="https://example.com/gone.png" alt="A poster" />);
    const picture = screen.getByAltText("A poster");
    expect(picture).toHaveAttribute("src", "https://example.com/gone.png");

    fireEvent.error(picture);
    expect(picture).toHaveAttribute("src", PICTURE_PLACEHOLDER);

    rerender(<Picture src="/media/covers/book-review-1.webp" alt="A poster" />);
    expect(picture).toHaveAttribute("src", "/media/covers/book-review-1.webp");
  });

  it("keeps its place and tells nobody where it is shown", () => {
    render(<Picture src="https://example.com/a.png" alt="A poster" />);
    const picture = screen.getByAltText("A poster");
    expect(picture).toHaveAttribute("width", "640");
    expect(picture).toHaveAttribute("height", "360");
    expect(picture).toHaveAttribute("referrerpolicy", "no-referrer");
  });
});

describe("Avatar", () => {
  it.each(["", null, undefined])("is the default one for a person whose photo is %p", (src) => {
    render(<Avatar src={src} name="Nadia" />);
    expect(screen.getByAltText("Photo of Nadia")).toHaveAttribute("src", DEFAULT_AVATAR);
  });

  it("becomes the default one when the photo cannot be loaded", () => {
    render(<Avatar src="https://example.com/gone.png" name="Nadia" />);
    const photo = screen.getByAltText("Photo of Nadia");
    fireEvent.error(photo);
    expect(photo).toHaveAttribute("src", DEFAULT_AVATAR);
  });
});
