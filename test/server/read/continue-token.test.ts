import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeContinueToken, encodeContinueToken } from '../../../src/server/read/continue-token.ts';

test('a decoded token equals the encoded one', () => {
  const step = fc.stringMatching(/^[a-z0-9é.-]+$/).filter((text) => text !== '.' && text !== '..');
  fc.assert(
    fc.property(fc.integer({ min: 1 }), fc.array(step, { minLength: 1, maxLength: 2 }), (revision, steps) => {
      const token = { revision, start: `${steps.join('/')}\0` };
      expect(decodeContinueToken(encodeContinueToken(token))).toEqual(token);
    }),
  );
});

const encoded = (value: unknown): string => btoa(JSON.stringify(value)).replace(/=+$/, '');

test.each([
  ['abc', "invalid character 'i' looking for beginning of value"],
  ['a*b', 'illegal base64 data at input byte 1'],
  ['e30=', 'illegal base64 data at input byte 3'],
  ['e30', 'server does not recognize this encoded version '],
  [encoded({ v: 'meta.k8s.io/v1', start: 'a' }), 'incorrect encoded start resourceVersion (version meta.k8s.io/v1)'],
  [encoded({ v: 'meta.k8s.io/v1', rv: 5 }), 'encoded start key empty (version meta.k8s.io/v1)'],
  [encoded({ v: 'meta.k8s.io/v1', rv: 5, start: '../secrets/a' }), '../secrets/a'],
  [encoded([]), 'json: cannot unmarshal array into Go value of type storage.continueToken'],
  [encoded({ rv: '5' }), 'json: cannot unmarshal string into Go struct field continueToken.rv of type int64'],
  [encoded({ rv: 1.5 }), 'json: cannot unmarshal number 1.5 into Go struct field continueToken.rv of type int64'],
  [encoded({ start: 5 }), 'json: cannot unmarshal number into Go struct field continueToken.start of type string'],
])('%s is rejected: %s', (text, why) => {
  expect(() => decodeContinueToken(text)).toThrow(`continue key is not valid: ${why}`);
});
