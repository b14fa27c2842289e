import type { StatusError } from '../../api/status.ts';
import type { Change, Storage } from '../../storage/storage.ts';
import { collectionsOf } from './collections-of.ts';

/** Receives the changes below one prefix. */
export interface Watcher {
  /** Takes a change below the prefix, in revision order. */
  changed(change: Change): void;
  /** Ends the stream: cleanly, or with an error as its last event. */
  close(error?: StatusError): void;
}

/** Passes each commit to the watchers of the collections that it changes. */
export class WatchHub {
  readonly #watchers = new Map<string, Set<Watcher>>();

  static async open(storage: Storage): Promise<WatchHub> {
    const hub = new WatchHub();
    await storage.follow('', { changed: (changes) => hub.#deliver(changes) });
    return hub;
  }

  /** Returns a function that ends the subscription. */
  add(prefix: string, watcher: Watcher): () => void {
    const watchers = this.#watchers.get(prefix) ?? new Set();
    this.#watchers.set(prefix, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(prefix) === watchers) this.#watchers.delete(prefix);
    };
  }

  /** The number of open streams. */
  get size(): number {
    return [...this.#watchers.values()].reduce((sum, watchers) => sum + watchers.size, 0);
  }

  closeAll(error?: StatusError): void {
    this.#close('', error);
  }

  /** Ends every watch below the prefix, because its resource is no longer served. */
  closeBelow(prefix: string): void {
    this.#close(prefix);
  }

  #close(prefix: string, error?: StatusError): void {
    for (const [watched, watchers] of [...this.#watchers]) {
      if (watched.startsWith(prefix)) for (const watcher of [...watchers]) watcher.close(error);
    }
  }

  #deliver(changes: readonly Change[]): void {
    for (const change of changes) {
      for (const prefix of collectionsOf(change.key)) {
        const watchers = this.#watchers.get(prefix);
        if (watchers) for (const watcher of watchers) watcher.changed(change);
      }
    }
  }
}
