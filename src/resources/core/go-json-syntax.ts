/** Reproduces errors of Go's JSON decoder, for messages that quote them. */
type Scan = { readonly text: string; at: number };

class JsonSyntaxError extends Error {}

const END = 'unexpected end of JSON input';
const shown = (character: string): string =>
  character === "'" ? `'\\''` : character === '"' ? `'"'` : `'${JSON.stringify(character).slice(1, -1)}'`;

function fail(scan: Scan, context: string): never {
  const character = scan.text[scan.at];
  throw new JsonSyntaxError(character === undefined ? END : `invalid character ${shown(character)} ${context}`);
}

const skipSpace = (scan: Scan): void => {
  while (/[ \t\r\n]/.test(scan.text[scan.at] ?? '')) scan.at++;
};

function literal(scan: Scan, word: string): void {
  for (const expected of word) {
    if (scan.text[scan.at] !== expected) fail(scan, `in literal ${word} (expecting '${expected}')`);
    scan.at++;
  }
}

function stringLiteral(scan: Scan): void {
  scan.at++;
  for (;;) {
    const character = scan.text[scan.at];
    if (character === undefined || character < ' ') fail(scan, 'in string literal');
    scan.at++;
    if (character === '"') return;
    if (character !== '\\') continue;
    const escaped = scan.text[scan.at];
    if (escaped === undefined || !'"\\/bfnrtu'.includes(escaped)) fail(scan, 'in string escape code');
    scan.at++;
    if (escaped !== 'u') continue;
    for (let digit = 0; digit < 4; digit++, scan.at++) {
      if (!/[0-9a-fA-F]/.test(scan.text[scan.at] ?? '')) fail(scan, 'in \\u hexadecimal character escape');
    }
  }
}

function digits(scan: Scan, context: string): void {
  if (!/[0-9]/.test(scan.text[scan.at] ?? '')) fail(scan, context);
  while (/[0-9]/.test(scan.text[scan.at] ?? '')) scan.at++;
}

function numberLiteral(scan: Scan): void {
  if (scan.text[scan.at] === '-') scan.at++;
  if (scan.text[scan.at] === '0') scan.at++;
  else digits(scan, 'in numeric literal');
  if (scan.text[scan.at] === '.') {
    scan.at++;
    digits(scan, 'after decimal point in numeric literal');
  }
  if (!/[eE]/.test(scan.text[scan.at] ?? '')) return;
  scan.at++;
  if (/[+-]/.test(scan.text[scan.at] ?? '')) scan.at++;
  digits(scan, 'in exponent of numeric literal');
}

function members(scan: Scan, close: string, element: () => void, after: string): void {
  scan.at++;
  skipSpace(scan);
  if (scan.text[scan.at] === close) {
    scan.at++;
    return;
  }
  for (;;) {
    element();
    skipSpace(scan);
    const character = scan.text[scan.at];
    if (character !== ',' && character !== close) fail(scan, after);
    scan.at++;
    if (character === close) return;
    skipSpace(scan);
  }
}

function value(scan: Scan): string {
  skipSpace(scan);
  const character = scan.text[scan.at] ?? '';
  if (character === '{') {
    members(scan, '}', () => member(scan), 'after object key:value pair');
    return 'object';
  }
  if (character === '[') {
    members(scan, ']', () => value(scan), 'after array element');
    return 'array';
  }
  if (character === '"') {
    stringLiteral(scan);
    return 'string';
  }
  if (/[-0-9]/.test(character)) {
    numberLiteral(scan);
    return 'number';
  }
  const word = { t: 'true', f: 'false', n: 'null' }[character];
  if (!word) fail(scan, 'looking for beginning of value');
  literal(scan, word);
  return word === 'null' ? 'null' : 'bool';
}

function member(scan: Scan): void {
  if (scan.text[scan.at] !== '"') fail(scan, 'looking for beginning of object key string');
  stringLiteral(scan);
  skipSpace(scan);
  if (scan.text[scan.at] !== ':') fail(scan, 'after object key');
  scan.at++;
  value(scan);
}

/**
 * Returns the error of Go when it decodes the text into a value of the type `goType`; undefined when the text is of the
 * expected JSON type.
 */
export function jsonError(text: string, expected: 'object' | 'array', goType: string): string | undefined {
  const scan: Scan = { text, at: 0 };
  try {
    const type = value(scan);
    skipSpace(scan);
    if (scan.at < text.length) fail(scan, 'after top-level value');
    if (type === expected || type === 'null') return undefined;
    return `json: cannot unmarshal ${type} into Go value of type ${goType}`;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.message;
    throw error;
  }
}
