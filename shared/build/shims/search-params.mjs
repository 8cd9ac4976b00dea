/** Replaces axios' version, which supports nested objects and files: our queries contain only texts and numbers. */
export default class SearchParams extends URLSearchParams {
  constructor(params) {
    super(
      Object.entries(params).flatMap(([name, value]) =>
        value === undefined || value === null ? [] : [[name, String(value)]],
      ),
    );
  }
}
