import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  base64Bytes,
  base64Length,
  base64Text,
  bytesBase64,
  readBase64,
  textBase64,
} from '../../../src/api/encoding/base64.ts';
import { compareUtf8, sortUtf8, utf8Bytes, utf8Length, utf8Text } from '../../../src/api/encoding/utf8.ts';

const text = fc.string({ unit: 'binary' });
const bytes = fc.uint8Array().map((some) => Uint8Array.from(some));

describe('UTF-8', () => {
  it('returns the byte length of any text, including lone surrogates', () => {
    fc.assert(fc.property(text, (some) => utf8Length(some) === utf8Bytes(some).length));
    expect(['', 'a', 'é', '€', '😀', '\ud800'].map(utf8Length)).toEqual([0, 1, 2, 3, 4, 3]);
  });

  it('decodes what it encodes', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (some) => utf8Text(utf8Bytes(some)) === some));
  });
});

describe('texts', () => {
  const units = fc.constantFrom('a', '~', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}');
  const some = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: units }));

  it('are compared by their bytes in UTF-8', () => {
    const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
    fc.assert(
      fc.property(fc.array(some), some, some, (list, a, b) => {
        expect(Math.sign(compareUtf8(a, b))).toBe(byBytes(a, b));
        expect(sortUtf8([...list])).toEqual(list.toSorted(byBytes));
      }),
    );
  });
});

describe('base64', () => {
  it('round-trips bytes and text', () => {
    fc.assert(
      fc.property(bytes, (some) => {
        const base64 = bytesBase64(some);
        expect(base64Bytes(base64)).toEqual(some);
        expect(base64Length(base64)).toBe(some.length);
        expect(base64).toBe(Buffer.from(some).toString('base64'));
      }),
    );
    expect(base64Text(textBase64('größer 😀'))).toBe('größer 😀');
  });

  it('returns undefined for invalid base64', () => {
    expect(readBase64('YQ==')).toEqual(Uint8Array.of(97));
    expect(readBase64('?')).toBeUndefined();
  });
});
