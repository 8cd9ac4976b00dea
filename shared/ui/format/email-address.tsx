/** An e-mail address that, where it must, breaks before its @. */
export function EmailAddress({ children: address }: { children: string }) {
  const at = address.lastIndexOf("@");
  return (
    <span>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}
