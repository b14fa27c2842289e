import { describe, expect, it } from 'vitest';
import { durationText, stageShares } from '../../../src/ui/state/trace-stages.ts';

describe('the stages of a request', () => {
  const stages = [
    { name: 'authentication' as const, milliseconds: 1 },
    { name: 'authorization' as const, milliseconds: 3 },
  ];

  it('end with the endpoint, which takes the rest of the duration', () => {
    expect(stageShares({ stages, milliseconds: 10 })).toEqual([
      { name: 'authentication', milliseconds: 1, share: 0.1 },
      { name: 'authorization', milliseconds: 3, share: 0.3 },
      { name: 'endpoint', milliseconds: 6, share: 0.6 },
    ]);
  });

  it('share their total time when it exceeds the rounded duration', () => {
    expect(stageShares({ stages, milliseconds: 2 }).map(({ share }) => share)).toEqual([0.25, 0.75, 0]);
  });

  it('have a share of zero when no time was measured', () => {
    const [first] = stageShares({ stages: [{ name: 'authentication', milliseconds: 0 }], milliseconds: 0 });
    expect(first?.share).toBe(0);
  });

  it('are empty when the request was answered before the first stage ended', () => {
    expect(stageShares({ milliseconds: 2 })).toEqual([]);
  });

  it('have durations in whole milliseconds', () => {
    expect([durationText(0.4), durationText(1.6)]).toEqual(['< 1 ms', '2 ms']);
  });
});
