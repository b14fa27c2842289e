import type { Storage } from '../../storage/storage.ts';

const PREFIX = '/tabplane/settings/';

/** Reads a setting that is stored with the data, and outlives the process. */
export async function readSetting<T>(storage: Storage, name: string): Promise<T | undefined> {
  const entry = await storage.get(PREFIX + name);
  return entry && (JSON.parse(entry.value) as T);
}

/** Stores a setting. The last writer wins. */
export async function writeSetting(storage: Storage, name: string, value: unknown): Promise<void> {
  const key = PREFIX + name;
  for (;;) {
    const live = await storage.get(key);
    const { committed } = await storage.commit([{ key, value: JSON.stringify(value), expected: live?.revision ?? 0 }]);
    if (committed) return;
  }
}
