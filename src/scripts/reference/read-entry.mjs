/** Reads what an entry of the package exports: names, signatures and docstrings. */
import ts from 'typescript';

/**
 * Returns the exports of a module, sorted by kind and name.
 * @returns facts of functions, classes, interfaces, type aliases and constants
 */
export function readEntry(program, path) {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${path} exports nothing`);
  const exported = checker
    .getExportsOfModule(module)
    .map((symbol) => [symbol.name, original(symbol, checker)])
    .filter(([, symbol]) => !isGenerated(symbol));
  const symbols = new Set(exported.map(([, symbol]) => symbol));
  return {
    about: aboutFile(source),
    exports: exported.map(([name, symbol]) => factsOf(name, symbol, checker, symbols)).sort(byName),
  };
}

/** The types of Kubernetes' kinds are described by the API itself (`kubectl explain`). */
const isGenerated = ({ declarations = [] }) =>
  declarations.some((declaration) => declaration.getSourceFile().fileName.endsWith('.generated.ts'));

const byName = (one, other) => one.name.localeCompare(other.name, 'en');

const original = (symbol, checker) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);

/** Returns the comment at the start of a file, without the entry's name before the colon. */
function aboutFile(source) {
  const [comment = ''] = /^\/\*\*[\s\S]*?\*\//.exec(source.text) ?? [];
  const text = comment.replaceAll(/^\/\*\*|\*\/$|^\s*\* ?/gm, '').trim();
  return capital(text.replace(/^The package entry `[^`]*`: /, '').replaceAll(/\s+/g, ' '));
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function factsOf(name, symbol, checker, exported) {
  const declaration = symbol.declarations?.[0];
  if (!declaration) throw new Error(`${name} has no declaration`);
  const common = { name, symbol, ...docsOf(symbol, checker) };
  if (ts.isClassDeclaration(declaration)) return { ...common, kind: 'class', ...classFacts(declaration, checker) };
  if (ts.isInterfaceDeclaration(declaration))
    return { ...common, kind: 'type', ...interfaceFacts(checker.getDeclaredTypeOfSymbol(symbol), checker, exported) };
  if (ts.isTypeAliasDeclaration(declaration)) return { ...common, kind: 'type', ...aliasFacts(declaration, checker) };
  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
  const signatures = type.getCallSignatures();
  if (signatures.length === 0) return { ...common, kind: 'constant', ...constantFacts(declaration, type, checker) };
  return { ...common, kind: 'function', signatures: signatures.map((one) => name + signatureText(one, checker)) };
}

/** Types with at least this many characters are not printed in one line. */
const LONGEST_TYPE = 200;

function constantFacts(declaration, type, checker) {
  const text = typeText(declaration, type, checker);
  return text.length < LONGEST_TYPE ? { type: text } : {};
}

function classFacts(declaration, checker) {
  const type = checker.getTypeAtLocation(declaration);
  const constructors = declaration.members.filter(ts.isConstructorDeclaration).filter((one) => !isHidden(one));
  return {
    signatures: constructors.map(
      (one) => `new ${declaration.name.text}${genericText(declaration)}(${parametersText(one.parameters, checker)})`,
    ),
    members: membersOf(type, checker),
  };
}

/** Members of interfaces that the entry also exports are described there. */
function interfaceFacts(type, checker, exported) {
  const bases = checker.getBaseTypes(type).filter(({ symbol }) => exported.has(symbol));
  const inherited = new Set(bases.flatMap((base) => checker.getPropertiesOfType(base).map(({ name }) => name)));
  return { bases: bases.map(({ symbol }) => symbol.name), members: membersOf(type, checker, inherited) };
}

/** A short alias is shown as written, a long one by its members. */
function aliasFacts(declaration, checker) {
  const text = oneLine(declaration.type.getText());
  const type = checker.getTypeAtLocation(declaration);
  const isShort = !ts.isTypeLiteralNode(declaration.type) && text.length < LONGEST_TYPE;
  if (isShort && !text.includes('typeof ')) return { type: text };
  if (type.isUnion()) return { type: checker.typeToString(type, undefined, FORMAT | ts.TypeFormatFlags.InTypeAlias) };
  return { members: membersOf(type, checker) };
}

/** Returns the public members that the project declares, including inherited ones, in order. */
function membersOf(type, checker, inherited = new Set()) {
  return checker.getPropertiesOfType(type).flatMap((symbol) => {
    if (inherited.has(symbol.name)) return [];
    const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
    if (!declaration || isHidden(declaration) || isForeign(declaration) || symbol.name.startsWith('__')) return [];
    const name = symbol.name + (symbol.flags & ts.SymbolFlags.Optional ? '?' : '');
    const docs = docsOf(symbol, checker);
    if (ts.isMethodSignature(declaration) || ts.isMethodDeclaration(declaration)) {
      const member = checker.getTypeOfSymbolAtLocation(symbol, declaration);
      const [signature] = checker.getNonNullableType(member).getCallSignatures();
      return [{ ...docs, text: name + (signature ? signatureText(signature, checker) : '') }];
    }
    const type = typeText(declaration, checker.getTypeOfSymbolAtLocation(symbol, declaration), checker);
    return [{ ...docs, text: `${name}: ${type}` }];
  });
}

const isHidden = (declaration) =>
  Boolean(ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) ||
  (declaration.name !== undefined && ts.isPrivateIdentifier(declaration.name));

const isForeign = (declaration) => declaration.getSourceFile().fileName.includes('/node_modules/');

/** Returns the type as written, or else as inferred. */
const typeText = (declaration, type, checker) =>
  declaration.type ? oneLine(declaration.type.getText()) : checker.typeToString(type, undefined, FORMAT);

const FORMAT = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

function signatureText(signature, checker) {
  const { declaration } = signature;
  const written = declaration.type && oneLine(declaration.type.getText());
  const returned = written ?? checker.typeToString(signature.getReturnType(), undefined, FORMAT);
  return `${genericText(declaration)}(${parametersText(declaration.parameters, checker)}): ${returned}`;
}

const genericText = ({ typeParameters }) =>
  typeParameters ? `<${typeParameters.map((one) => oneLine(one.getText())).join(', ')}>` : '';

/** A destructured parameter has no name and is named after its type: `options` for `ServerOptions`. */
const nameOf = ({ name, type }) => {
  if (ts.isIdentifier(name)) return name.text;
  const typeName = type && ts.isTypeReferenceNode(type) ? type.typeName.getText() : 'Options';
  return typeName.endsWith('Options') ? 'options' : typeName.charAt(0).toLowerCase() + typeName.slice(1);
};

const parametersText = (parameters, checker) =>
  parameters
    .map((one) => {
      const isOptional = one.questionToken || one.initializer;
      const type = one.type
        ? oneLine(one.type.getText())
        : checker.typeToString(checker.getTypeAtLocation(one), undefined, FORMAT);
      return `${one.dotDotDotToken ? '...' : ''}${nameOf(one)}${isOptional ? '?' : ''}: ${type}`;
    })
    .join(', ');

const oneLine = (text) =>
  text
    .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\breadonly (?=\w+\??:)/g, '')
    .replaceAll('; }', ' }');

function docsOf(symbol, checker) {
  const about = oneParagraph(ts.displayPartsToString(symbol.getDocumentationComment(checker)));
  const notes = symbol.getJsDocTags(checker).flatMap(({ name, text = [] }) => {
    const words = oneParagraph(ts.displayPartsToString(text));
    if (name === 'throws') return [`Throws ${words}.`];
    if (name === 'returns') return [`Returns ${words}.`];
    if (name !== 'param') return [];
    const [parameter, ...rest] = words.split(' ');
    return [`\`${parameter}\`: ${rest.join(' ')}.`];
  });
  return { about, notes };
}

const oneParagraph = (text) => text.replaceAll(/\s+/g, ' ').trim();
