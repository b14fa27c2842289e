/** Acquires a Web Lock. It is held until the returned function is called or the worker dies. */
export function exclusiveLock(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const held = new Promise<void>((release) => {
      navigator.locks
        .request(name, () => {
          resolve(() => release());
          return held;
        })
        .catch(reject);
    });
  });
}

/** Acquires the lock that a worker holds while it has a cluster's database open. */
export const databaseLock = (database: string): Promise<() => void> => exclusiveLock(`tabplane-database-${database}`);
