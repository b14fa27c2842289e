import { utf8Bytes } from '../../api/encoding/utf8.ts';
import { hexadecimal } from '../../api/environment.ts';
import { readSetting, writeSetting } from '../../server/objects/cluster-settings.ts';
import type { Storage } from '../../storage/storage.ts';
import type { ClusterOptions, Seed, SeedOutcome } from '../cluster.ts';

/** The setting that a cluster has once its seed was loaded: the seed's digest, or true from earlier versions. */
const SEEDED = 'seeded';

export const isSeeded = async (storage: Storage): Promise<boolean> =>
  Boolean(await readSetting<string | true>(storage, SEEDED));

export const markSeeded = async (storage: Storage, seed: Seed | undefined): Promise<void> =>
  writeSetting(storage, SEEDED, await digestOf(seed));

/** Returns how the seed of a cluster is handled on opening. An absent seed never differs from the stored one. */
export async function seedOutcome(storage: Storage, { seed, onSeedChange }: ClusterOptions): Promise<SeedOutcome> {
  const stored = await readSetting<string | true>(storage, SEEDED);
  if (!stored) return 'loaded';
  if (seed === undefined || stored === true || stored === (await digestOf(seed))) return 'unchanged';
  return onSeedChange === 'reset' ? 'reset' : 'kept';
}

async function digestOf(seed: Seed | undefined): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', utf8Bytes(JSON.stringify(seed ?? null)));
  return hexadecimal(new Uint8Array(bytes));
}
