/**
 * Gives a remote its own copy of styles/part.css: `REMOTE` becomes its css prefix (and so the name of its layer),
 * `SOURCE` the folder whose class names are compiled.
 */
export default function partCssLoader(css) {
  const { prefix, source } = this.getOptions();
  return css.replaceAll("REMOTE", prefix).replaceAll("SOURCE", source.replaceAll("\\", "/"));
}
