export default { printWidth: 120, objectWrap: "collapse", bracketSameLine: true };
