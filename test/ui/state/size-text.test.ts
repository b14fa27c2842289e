import { expect, it } from 'vitest';
import { sizeText } from '../../../src/ui/state/size-text.ts';

it('a size has the unit that makes it shortest', () => {
  expect([0, 999, 1000, 1849, 25_400, 3_200_000, 4e12].map(sizeText)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '1.8 kB',
    '25 kB',
    '3.2 MB',
    '4000 GB',
  ]);
});
