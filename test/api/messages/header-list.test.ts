import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeaderList } from '../../../src/api/messages/header-list.ts';

test('a header list gives its headers sorted by name, as pairs and as alternating texts', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (headers) => {
      const list = new HeaderList(Object.entries(headers));
      const sorted = Object.entries(headers).sort(([one], [other]) => (one < other ? -1 : 1));
      expect([...list]).toEqual(sorted);
      expect(list.flat()).toEqual(sorted.flat());
    }),
  );
});
