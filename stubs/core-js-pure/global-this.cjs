/** Replaces the only one of the 3,740 files of core-js-pure that react-refresh's webpack plugin imports. */
module.exports = globalThis;
