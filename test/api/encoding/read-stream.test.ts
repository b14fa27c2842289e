import { expect, it } from 'vitest';
import { joinBytesInSteps } from '../../../src/api/encoding/read-stream.ts';

it('chunks are joined in a step each', () => {
  const steps = joinBytesInSteps([Uint8Array.of(1, 2), Uint8Array.of(), Uint8Array.of(3)]);
  for (let step = 0; step < 3; step++) expect(steps.next()).toEqual({ done: false, value: undefined });
  expect(steps.next()).toEqual({ done: true, value: Uint8Array.of(1, 2, 3) });
});
