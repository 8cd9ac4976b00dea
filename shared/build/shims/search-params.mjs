/** In place of axios' own, which also knows nested objects and files: the query of a call has texts and numbers. */
export default class SearchParams extends URLSearchParams {
  constructor(params) {
    super(
      Object.entries(params).flatMap(([name, value]) =>
        value === undefined || value === null ? [] : [[name, String(value)]],
      ),
    );
  }
}
