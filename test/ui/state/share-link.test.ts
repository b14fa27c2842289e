import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isShareHash,
  readShareHash,
  type SharedCluster,
  ShareLinkError,
  shareHash,
} from '../../../src/ui/state/share-link.ts';

const SHARED: SharedCluster = { name: 'Demo', dialect: 'kubernetes', yaml: 'kind: ConfigMap\n'.repeat(50) };

/** Incompressible text. */
const noise = (length: number): string =>
  Array.from({ length }, (_, index) => Math.imul(index + 1, 2654435761).toString(36)).join(' ');

describe('a share link', () => {
  it('round-trips every cluster', async () => {
    const cluster = fc.record({
      name: fc.string({ unit: 'binary' }),
      dialect: fc.constantFrom('cluster' as const, 'kubernetes' as const),
      yaml: fc.string({ unit: 'binary', maxLength: 2000 }),
    });
    await fc.assert(
      fc.asyncProperty(cluster, async (shared) => {
        const hash = await shareHash(shared);
        expect(hash).toMatch(/^#[\w=.-]+$/);
        expect(isShareHash(hash)).toBe(true);
        expect(await readShareHash(hash)).toEqual(shared);
      }),
    );
  });

  it('rejects a cluster that is too large, and states its size', async () => {
    await expect(shareHash({ ...SHARED, yaml: noise(20_000) })).rejects.toThrow(/KB.*save a file instead/);
  });

  it('detects every lost or changed character', async () => {
    const hash = await shareHash(SHARED);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: '#cluster=1.'.length, max: hash.length - 1 }), async (at) => {
        const other = hash[at] === 'A' ? 'B' : 'A';
        for (const damaged of [hash.slice(0, at), `${hash.slice(0, at)}${other}${hash.slice(at + 1)}`])
          await expect(readShareHash(damaged)).rejects.toThrow(ShareLinkError);
      }),
      // Base64 ignores unused bits of the last character of the data.
      { examples: [[hash.lastIndexOf('.') - 1]] },
    );
  });

  it('reports a newer format', async () => {
    await expect(readShareHash('#cluster=2.abc.def')).rejects.toThrow(/newer version/);
  });

  it('is distinguished from other hashes', () => {
    expect(isShareHash('#section')).toBe(false);
    expect(isShareHash('')).toBe(false);
  });
});
