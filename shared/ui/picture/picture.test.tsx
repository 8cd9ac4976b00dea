import { fireEvent, render, screen } from "@testing-library/react";
import { provideConfig } from "@conquest/shared/singletons/config";
import { aSiteConfig } from "@conquest/shared/testing/samples";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { DEFAULT_AVATAR, PICTURE_PLACEHOLDER } from "@conquest/shared/ui/picture/default-pictures";
import { Picture } from "@conquest/shared/ui/picture/picture";

beforeEach(() => void provideConfig(aSiteConfig({ mediaVersion: "v1" })));

const OWN = "/media/covers/book-review-1.webp";
const ELSEWHERE = [
  "https://example.com/media/covers/a.webp",
  "/media/covers/a.svg",
  "/media/covers/a",
  "/api/a.webp",
  "//media/a.webp",
  "",
];

describe("Picture", () => {
  it("comes in widths where it is the site's own, by the version that the page says", () => {
    const { rerender } = render(<Picture src={OWN} alt="A poster" />);
    const picture = screen.getByAltText("A poster");
    expect(picture).toHaveAttribute("src", OWN);
    expect(picture.getAttribute("srcset")?.split(", ")).toEqual(
      [80, 160, 320, 480, 720, 1080, 1280].map((width) => `${OWN}?w=${width}&v=v1 ${width}w`),
    );
    expect(picture.getAttribute("sizes")).toMatch(/92vw$/);
    rerender(<Picture src={OWN} alt="A poster" sizes="5rem" />);
    expect(picture).toHaveAttribute("sizes", "5rem");
  });

  it("comes in widths also from a server that says no version", () => {
    provideConfig(aSiteConfig());
    render(<Picture src={OWN} alt="A poster" />);
    expect(screen.getByAltText("A poster").getAttribute("srcset")).toContain(`${OWN}?w=320 320w, `);
  });

  it.each(ELSEWHERE)("is as it is at %j", (src) => {
    render(<Picture src={src} alt="A poster" sizes="5rem" />);
    expect(screen.getByAltText("A poster")).not.toHaveAttribute("srcset");
    expect(screen.getByAltText("A poster")).not.toHaveAttribute("sizes");
  });

  it("loads when near, unless it is urgent", () => {
    const { rerender } = render(<Picture src={OWN} alt="A poster" />);
    const picture = screen.getByAltText("A poster");
    expect(picture).toHaveAttribute("loading", "lazy");
    expect(picture).not.toHaveAttribute("fetchpriority");
    rerender(<Picture src={OWN} alt="A poster" isUrgent />);
    expect(picture).toHaveAttribute("loading", "eager");
    expect(picture).toHaveAttribute("fetchpriority", "high");
  });

  it("shows the placeholder and none of its widths when they cannot be loaded", () => {
    render(<Picture src={OWN} alt="A poster" />);
    const picture = screen.getByAltText("A poster");
    fireEvent.error(picture);
    expect(picture).toHaveAttribute("src", PICTURE_PLACEHOLDER);
    expect(picture).not.toHaveAttribute("srcset");
  });

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
  it.each([
    [32, 80, 80],
    [40, 80, 80],
    [56, 80, 160],
    [96, 160, 320],
  ] as const)("of %d pixels comes in %d, and in %d for dense screens", (size, one, two) => {
    render(<Avatar src={OWN} name="Nadia" size={size} />);
    const photo = screen.getByAltText("Photo of Nadia");
    expect(photo).toHaveAttribute("src", OWN);
    expect(photo).toHaveAttribute("srcset", `${OWN}?w=${one}&v=v1 1x, ${OWN}?w=${two}&v=v1 2x`);
    fireEvent.error(photo);
    expect(photo).toHaveAttribute("src", DEFAULT_AVATAR);
    expect(photo).not.toHaveAttribute("srcset");
  });

  it.each(ELSEWHERE)("is as it is at %j", (src) => {
    render(<Avatar src={src} name="Nadia" />);
    expect(screen.getByAltText("Photo of Nadia")).not.toHaveAttribute("srcset");
  });

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
