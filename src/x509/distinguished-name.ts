import { utf8Text } from '../api/encoding/utf8.ts';
import { DER, type DerElement, DerError } from './der.ts';

/** The subject of a certificate (RFC 5280, 4.1.2.6), as far as authentication needs it. */
export interface DistinguishedName {
  /** The last common name; empty when there is none. */
  readonly commonName: string;
  readonly organizations: readonly string[];
}

const COMMON_NAME = '2.5.4.3';
const ORGANIZATION = '2.5.4.10';
const UNIVERSAL_STRING_BYTES = 4;
const BMP_STRING = 0x1e;
const UNIVERSAL_STRING = 0x1c;
const LAST_CHARACTER = 0x10ffff;

/** @throws DerError */
export function readDistinguishedName(name: DerElement): DistinguishedName {
  const attributes = name.children(DER.sequence).flatMap((set) => set.children(DER.set).map(attributeOf));
  const valuesOf = (wanted: string) => attributes.flatMap(({ type, value }) => (type === wanted ? [value] : []));
  return { commonName: valuesOf(COMMON_NAME).at(-1) ?? '', organizations: valuesOf(ORGANIZATION) };
}

function attributeOf(attribute: DerElement): { type: string; value: string } {
  const [type, value] = attribute.children(DER.sequence);
  if (!type || !value) throw new DerError();
  return { type: type.objectIdentifier, value: textOf(value) };
}

/** Decodes UTF-8 and its subsets; older names may use two or four bytes per character. */
function textOf({ tag, content }: DerElement): string {
  if (tag === BMP_STRING) return new TextDecoder('utf-16be').decode(content);
  if (tag !== UNIVERSAL_STRING) return utf8Text(content);
  const view = new DataView(content.buffer, content.byteOffset);
  const count = Math.floor(content.length / UNIVERSAL_STRING_BYTES);
  const points = Array.from({ length: count }, (_, index) => view.getUint32(index * UNIVERSAL_STRING_BYTES));
  if (points.some((point) => point > LAST_CHARACTER)) throw new DerError();
  return String.fromCodePoint(...points);
}
