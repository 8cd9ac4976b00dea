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
  it("has several widths if it is the site's own, with the version", () => {
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

  it("has several widths without a version from older servers", () => {
    provideConfig(aSiteConfig());
    render(<Picture src={OWN} alt="A poster" />);
    expect(screen.getByAltText("A poster").getAttribute("srcset")).toContain(`${OWN}?w=320 320w, `);
  });

  it.each(ELSEWHERE)("has one width at %j", (src) => {
    render(<Picture src={src} alt="A poster" sizes="5rem" />);
    expect(screen.getByAltText("A poster")).not.toHaveAttribute("srcset");
    expect(screen.getByAltText("A poster")).not.toHaveAttribute("sizes");
  });

  it("loads lazily, unless it is urgent", () => {
    const { rerender } = render(<Picture src={OWN} alt="A poster" />);
    const picture = screen.getByAltText("A poster");
    expect(picture).toHaveAttribute("loading", "lazy");
    expect(picture).not.toHaveAttribute("fetchpriority");
    rerender(<Picture src={OWN} alt="A poster" isUrgent />);
    expect(picture).toHaveAttribute("loading", "eager");
    expect(picture).toHaveAttribute("fetchpriority", "high");
  });

  it("shows the placeholder without widths if loading fails", () => {
    render(<Picture src={OWN} alt="A poster" />);
    const picture = screen.getByAltText("A poster");
    fireEvent.error(picture);
    expect(picture).toHaveAttribute("src", PICTURE_PLACEHOLDER);
    expect(picture).not.toHaveAttribute("srcset");
  });

  it("shows the placeholder if loading fails, and retries a new URL", () => {
    const { rerender } = render(<Picture src="https://example.com/gone.png" alt="A poster" />);
    const picture = screen.getByAltText("A poster");
    expect(picture).toHaveAttribute("src", "https://example.com/gone.png");

    fireEvent.error(picture);
    expect(picture).toHaveAttribute("src", PICTURE_PLACEHOLDER);

    rerender(<Picture src="/media/covers/book-review-1.webp" alt="A poster" />);
    expect(picture).toHaveAttribute("src", "/media/covers/book-review-1.webp");
  });

  it("reserves its space and sends no referrer", () => {
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
  ] as const)("with %d pixels loads %d, and %d on dense screens", (size, one, two) => {
    render(<Avatar src={OWN} name="Nadia" size={size} />);
    const photo = screen.getByAltText("Photo of Nadia");
    expect(photo).toHaveAttribute("src", OWN);
    expect(photo).toHaveAttribute("srcset", `${OWN}?w=${one}&v=v1 1x, ${OWN}?w=${two}&v=v1 2x`);
    fireEvent.error(photo);
    expect(photo).toHaveAttribute("src", DEFAULT_AVATAR);
    expect(photo).not.toHaveAttribute("srcset");
  });

  it.each(ELSEWHERE)("has one width for a photo at %j", (src) => {
    render(<Avatar src={src} name="Nadia" />);
    expect(screen.getByAltText("Photo of Nadia")).not.toHaveAttribute("srcset");
  });

  it.each(["", null, undefined])("is the default if the photo is %p", (src) => {
    render(<Avatar src={src} name="Nadia" />);
    expect(screen.getByAltText("Photo of Nadia")).toHaveAttribute("src", DEFAULT_AVATAR);
  });

  it("becomes the default if loading fails", () => {
    render(<Avatar src="https://example.com/gone.png" name="Nadia" />);
    const photo = screen.getByAltText("Photo of Nadia");
    fireEvent.error(photo);
    expect(photo).toHaveAttribute("src", DEFAULT_AVATAR);
  });
});
