import { describe, expect, it } from 'vitest';
import { threeWayPatch } from '../../src/kubectl/objects/three-way-patch.ts';

describe('a three-way patch', () => {
  it.each(['plain', 'constructor', 'toString'])('removes a member that is no longer wanted: %s', (name) => {
    const original = { data: { [name]: 'old', kept: 'a' } };
    const modified = { data: { kept: 'a' } };
    expect(threeWayPatch(original, modified, original, undefined)).toEqual({ data: { [name]: null } });
  });
});
