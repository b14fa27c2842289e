import { describe, expect, it } from 'vitest';
import { entriesOf, entriesProblem, pairsPatch } from '../../../../src/ui/state/objects/metadata-edits.ts';

const before = { app: 'web', tier: 'front' };

describe('edited labels', () => {
  it('become a patch of the changed labels only', () => {
    const entries = [
      { name: 'app', value: 'web' },
      { name: ' team ', value: 'a' },
    ];
    expect(pairsPatch(before, entries)).toEqual({ tier: null, team: 'a' });
    expect(pairsPatch(before, [...entriesOf(before).slice(0, 1), { name: 'tier', value: 'back' }])).toEqual({
      tier: 'back',
    });
  });

  it('produce no patch when nothing has changed', () => {
    expect(pairsPatch(before, [...entriesOf(before), { name: '', value: '' }])).toBeUndefined();
    expect(pairsPatch(undefined, [])).toBeUndefined();
  });

  it('have distinct keys, and a key for each value', () => {
    expect(entriesProblem([...entriesOf(before), { name: 'app ', value: 'x' }])).toBe('The key app occurs twice.');
    expect(entriesProblem([{ name: '', value: 'x' }])).toBe('A value has no key.');
    expect(entriesProblem([...entriesOf(before), { name: '', value: '' }])).toBeUndefined();
  });
});
