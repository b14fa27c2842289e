/** The browser provides no service worker or no storage to this page, such as in private windows. */
export class StorageBlockedError extends Error {
  override readonly name = 'StorageBlockedError';
}

type StringStorage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** Returns a storage of the page, or one that lasts as long as the page where the browser blocks it. */
export function storageOrMemory(open: () => StringStorage): StringStorage {
  try {
    return open();
  } catch {
    const items = new Map<string, string>();
    return { getItem: (name) => items.get(name) ?? null, setItem: (name, value) => void items.set(name, value) };
  }
}
