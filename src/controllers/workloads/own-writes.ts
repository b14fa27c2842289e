import type { ApiObject } from '../../api/object.ts';

/**
 * The latest versions of objects that a controller has written. A controller that waits until its informers have them
 * never decides from a copy that is older than its own writes.
 */
export class OwnWrites {
  /** Resource versions by UID. */
  readonly #versions = new Map<string, number>();

  /** Records an object as returned by the server. */
  add({ metadata: { uid = '', resourceVersion = '' } }: ApiObject): void {
    this.#versions.set(uid, Math.max(Number(resourceVersion), this.#versions.get(uid) ?? 0));
  }

  /**
   * Reports whether an object from an informer includes all writes of this controller; otherwise an update will follow.
   */
  isCurrent({ metadata: { uid = '', resourceVersion = '' } }: ApiObject): boolean {
    const written = this.#versions.get(uid);
    if (written === undefined) return true;
    if (Number(resourceVersion) < written) return false;
    this.#versions.delete(uid);
    return true;
  }
}
