import { binaryBytes, bytesBase64Url } from '../../api/encoding/base64.ts';
import { utf8Bytes, utf8Text } from '../../api/encoding/utf8.ts';
import { quoted } from '../../api/field-error.ts';
import { isRecord } from '../../api/object.ts';
import { jsonTypeName } from '../../schema/json/json-syntax.ts';

/** Where a paged list continues. */
export interface ContinueToken {
  /** The revision of all pages; -1: the newest. */
  readonly revision: number;
  /** The key to start at, relative to the listed prefix. */
  readonly start: string;
}

/** Tokens are opaque, so both dialects use the same version name. */
const VERSION = 'meta.k8s.io/v1';

/** Encodes a token as opaque text. */
export const encodeContinueToken = ({ revision, start }: ContinueToken): string =>
  bytesBase64Url(utf8Bytes(JSON.stringify({ v: VERSION, rv: revision, start })));

/** @throws Error with the server's message */
export function decodeContinueToken(text: string): ContinueToken {
  const { v = '', rv = 0, start = '' } = parsed(fromBase64(text));
  if (v !== VERSION) throw invalid(`server does not recognize this encoded version ${v}`);
  if (rv === 0) throw invalid(`incorrect encoded start resourceVersion (version ${VERSION})`);
  if (start === '') throw invalid(`encoded start key empty (version ${VERSION})`);
  // A key that escapes its prefix would reveal objects that the request may not read.
  const steps = start.replace(/^\//, '').split('/');
  if (steps.some((step, index) => step === '.' || step === '..' || (step === '' && index > 0)) || steps[0] === '') {
    throw invalid(start);
  }
  return { revision: rv, start: steps.join('/') };
}

const typeNameOf = (value: unknown): string => jsonTypeName(JSON.stringify(value));

const invalid = (why: string): Error => new Error(`continue key is not valid: ${why}`);

function fromBase64(text: string): string {
  const illegal = text.search(/[^A-Za-z0-9_-]/);
  if (illegal >= 0) throw invalid(`illegal base64 data at input byte ${illegal}`);
  if (text.length % 4 === 1) throw invalid(`illegal base64 data at input byte ${text.length - 1}`);
  return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
}

/** Parses JSON that Go would accept as a token. For other text, throws Go's error if the first byte determines it. */
function parsed(bytes: string): { v?: string; rv?: number; start?: string } {
  let value: unknown;
  try {
    value = JSON.parse(utf8Text(binaryBytes(bytes)));
  } catch {
    const first = bytes.trimStart()[0];
    if (first === undefined || /["{[\d-]/.test(first)) throw invalid('unexpected end of JSON input');
    throw invalid(`invalid character '${quoted(first).slice(1, -1)}' looking for beginning of value`);
  }
  if (value === null) return {};
  if (!isRecord(value))
    throw invalid(`json: cannot unmarshal ${typeNameOf(value)} into Go value of type storage.continueToken`);
  for (const [name, type] of Object.entries({ v: 'string', rv: 'int64', start: 'string' })) {
    const member = value[name] ?? undefined;
    if (member === undefined || (type === 'string' ? typeof member === type : Number.isSafeInteger(member))) continue;
    const found = type === 'int64' && typeof member === 'number' ? `number ${member}` : typeNameOf(member);
    throw invalid(`json: cannot unmarshal ${found} into Go struct field continueToken.${name} of type ${type}`);
  }
  return value;
}
