import type { DialectName } from '../../api/dialect.ts';
import { FlagError } from '../../server/flags/server-flags.ts';
import { readSetting, writeSetting } from '../../server/objects/cluster-settings.ts';
import type { Storage } from '../../storage/storage.ts';

/** The setting that stores the dialect of a cluster. */
export const DIALECT_SETTING = 'dialect';

/**
 * Stores the dialect of a new cluster.
 * @param place where the cluster is stored
 * @throws FlagError when the cluster has another dialect
 */
export async function keepDialect(storage: Storage, dialect: DialectName, place: string): Promise<void> {
  const stored = await readSetting<DialectName>(storage, DIALECT_SETTING);
  if (stored && stored !== dialect)
    throw new FlagError(`the cluster in ${place} has the dialect ${stored}: add --dialect ${stored}`);
  if (!stored) await writeSetting(storage, DIALECT_SETTING, dialect);
}
