/**
 * Reads the constants `facts` from TypeScript files. The files are parsed instead of run, because they import files
 * that are generated from their facts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Returns the facts of every file of a folder that states some. */
export function readFacts(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.sort().flatMap((name) => {
    const text = readFileSync(new URL(name.replaceAll('\\', '/'), folder), 'utf8');
    const facts = text.includes(' facts = {') ? factsIn(name, text) : undefined;
    return facts ? [facts] : [];
  });
}

function factsIn(name, text) {
  for (const statement of ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true).statements) {
    const declarations = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
    const found = declarations.find((declaration) => declaration.name.getText() === 'facts');
    if (found?.initializer) return literal(found.initializer, name);
  }
  return undefined;
}

/** Returns the value of a literal. */
function literal(node, name) {
  if (ts.isSatisfiesExpression(node) || ts.isAsExpression(node)) return literal(node.expression, name);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isArrayLiteralExpression(node)) return node.elements.map((element) => literal(element, name));
  if (ts.isObjectLiteralExpression(node))
    return Object.fromEntries(
      node.properties.map((property) => {
        if (!ts.isPropertyAssignment(property)) throw new Error(`${name}: facts must be literals`);
        return [property.name.text, literal(property.initializer, name)];
      }),
    );
  throw new Error(`${name}: facts must be literals, not ${node.getText()}`);
}
