/** Waits for a Web Lock; the lock is held until the returned function is called, or the worker dies. */
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

/** The lock that a worker holds while a database of a cluster is open in it. */
export const databaseLock = (database: string): Promise<() => void> => exclusiveLock(`tabplane-database-${database}`);
