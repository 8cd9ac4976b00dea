/** Replaces `REMOTE` by the remote's CSS prefix, and `SOURCE` by the folder whose class names are compiled. */
export default function partCssLoader(css) {
  const { prefix, source } = this.getOptions();
  return css.replaceAll("REMOTE", prefix).replaceAll("SOURCE", source.replaceAll("\\", "/"));
}
