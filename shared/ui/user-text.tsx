import Linkify from "linkify-react";

const options = {
  rel: "nofollow ugc noopener",
  target: "_blank",
  className: "cq-link",
  validate: { url: (value: string) => value.startsWith("https://"), email: () => false },
};

/** What a person wrote, as text with its line breaks; https addresses in it become links. */
export function UserText({ children }: { children: string }) {
  return (
    <Linkify as="div" className="cq-user-text" options={options}>
      {children}
    </Linkify>
  );
}
