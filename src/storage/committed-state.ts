import { reportToConsole } from '../api/environment.ts';
import type { Commit } from './journal.ts';
import { MultiVersionMap, type Snapshot } from './multi-version-map.ts';
import type { Change } from './storage.ts';

type Listener = (changes: readonly Change[]) => void;

/** What was committed, in memory, and those who hear of commits. */
export class CommittedState {
  readonly map: MultiVersionMap;
  readonly #listeners = new Set<Listener>();

  constructor(snapshot: Snapshot) {
    this.map = new MultiVersionMap(snapshot);
  }

  /** Returns a function that removes the listener. */
  onCommit(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Applies a commit that is durable, and announces it. */
  apply({ revision, changes }: Commit): void {
    this.map.apply(revision, changes);
    this.map.pack(changes);
    for (const listener of this.#listeners) {
      try {
        listener(changes);
      } catch (error) {
        // The commit is durable: an error of a listener must not make it look failed.
        reportToConsole(`a listener failed on revision ${revision}`, error);
      }
    }
    this.map.forgetWritten(changes);
  }
}
