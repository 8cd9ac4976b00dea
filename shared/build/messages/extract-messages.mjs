import ts from "typescript";

const MODULE =
  /^(?:@conquest\/shared\/singletons\/language|(?:@conquest\/shared\/contracts|\.\.?)\/text\/(?:message|msg)|\.\/(?:language|message|msg))$/;

/** Cheap test before a file is parsed. */
export const importsMessages = (source) => /\/(?:language|message|msg)"/.test(source);

/**
 * Finds the messages of a source file: `t("…")`, `msg("…")`, `message("…")` and `<T text="…">`. Returns them with their line, and
 * problems as sentences. `t` and `message` also take an expression, whose message `msg` marks elsewhere.
 */
export function extractMessages(source, fileName = "source.tsx") {
  const messages = [];
  const problems = [];
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const names = importedNames(file);

  const lineOf = (node) => file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  function add(node, isAnyExpression) {
    if (ts.isParenthesizedExpression(node)) return add(node.expression, isAnyExpression);
    if (ts.isConditionalExpression(node)) {
      add(node.whenTrue, isAnyExpression);
      return add(node.whenFalse, isAnyExpression);
    }
    if (ts.isStringLiteralLike(node)) messages.push({ message: node.text, line: lineOf(node) });
    else if (ts.isTemplateExpression(node) || ts.isBinaryExpression(node) || !isAnyExpression)
      problems.push(`${fileName}:${lineOf(node)}: a message is one string; write changing parts as {name}.`);
  }
  function visit(node) {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const name = names.get(node.expression.text);
      if (["t", "msg", "message"].includes(name) && node.arguments[0]) add(node.arguments[0], name !== "msg");
    }
    if (ts.isJsxAttribute(node) && node.name.getText() === "text") {
      const { tagName } = node.parent.parent;
      if (names.get(tagName.getText()) === "T") {
        const value = node.initializer;
        if (value) add(ts.isJsxExpression(value) ? value.expression : value, true);
      }
    }
    ts.forEachChild(node, visit);
  }
  if (names.size > 0) visit(file);
  return { messages, problems };
}

/** Maps local names to those of the language module. */
function importedNames(file) {
  const names = new Map();
  for (const statement of file.statements) {
    const bindings = ts.isImportDeclaration(statement) && statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings) || !MODULE.test(statement.moduleSpecifier.text)) continue;
    for (const { name, propertyName } of bindings.elements) names.set(name.text, (propertyName ?? name).text);
  }
  return names;
}
