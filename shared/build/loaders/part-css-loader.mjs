/**
 * Fills in a remote's copy of styles/part.css: `REMOTE` is its CSS prefix (and layer), `SOURCE` the folder whose class
 * names are compiled.
 */
export default function partCssLoader(css) {
  const { prefix, source } = this.getOptions();
  return css.replaceAll("REMOTE", prefix).replaceAll("SOURCE", source.replaceAll("\\", "/"));
}
