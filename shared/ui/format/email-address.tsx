/** An email address with a preferred line break before its @. */
export function EmailAddress({ children: address }: { children: string }) {
  const at = address.lastIndexOf("@");
  return (
    <span translate="no">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}
