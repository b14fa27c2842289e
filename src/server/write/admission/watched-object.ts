import { changesBetween, copyOf } from '../../../api/debug/changes-between.ts';
import type { TracedChange } from '../../../api/debug/request-trace.ts';
import type { ApiObject } from '../../../api/object.ts';

/**
 * An object in admission that records the changes of each plugin. Only a plugin that reads the object can change it,
 * and most never do: nothing is copied or compared for them.
 */
export class WatchedObject {
  #object: ApiObject | undefined;
  /** The state before the current plugin; undefined until the first plugin reads the object. */
  #before: ApiObject | undefined;
  #wasRead = false;
  readonly #mayChange: boolean;

  /** @param mayChange false when plugins only validate it */
  constructor(object: ApiObject | undefined, mayChange: boolean) {
    this.#object = object;
    this.#mayChange = mayChange;
  }

  /** The object as the plugins left it. */
  get result(): ApiObject | undefined {
    return this.#object;
  }

  get object(): ApiObject | undefined {
    this.#read();
    return this.#object;
  }
  set object(object: ApiObject | undefined) {
    this.#read();
    this.#object = object;
  }

  /** Returns the changes since the last call. */
  takeChanges(): readonly TracedChange[] {
    if (!this.#wasRead) return [];
    this.#wasRead = false;
    const changes = changesBetween(this.#before, this.#object);
    if (changes.length > 0) this.#before = snapshotAfter(this.#before, this.#object, changes);
    return changes;
  }

  #read(): void {
    if (!this.#mayChange) return;
    this.#wasRead = true;
    this.#before ??= copyOf(this.#object);
  }
}

/** Returns a copy of the object that shares its unchanged members with the previous snapshot. */
function snapshotAfter(
  before: ApiObject | undefined,
  after: ApiObject | undefined,
  changes: readonly TracedChange[],
): ApiObject | undefined {
  if (!before || !after) return copyOf(after);
  const changed = new Set(changes.map(({ path }) => path.split('/')[1]));
  const copied = Object.entries(after).filter(([key]) => changed.has(key));
  const kept = Object.entries(before).filter(([key]) => !changed.has(key));
  return Object.fromEntries([...kept, ...copied.map(([key, value]) => [key, copyOf(value)])]) as unknown as ApiObject;
}
