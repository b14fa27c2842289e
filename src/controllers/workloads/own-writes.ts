import type { ApiObject } from '../../api/object.ts';

/**
 * The newest versions of objects that a controller has written itself. A controller that waits until its informers have
 * them never decides from a copy that is older than its own writes.
 */
export class OwnWrites {
  /** Resource versions by UID. */
  readonly #versions = new Map<string, number>();

  /** Remembers an object as the server returned it. */
  add({ metadata: { uid = '', resourceVersion = '' } }: ApiObject): void {
    this.#versions.set(uid, Math.max(Number(resourceVersion), this.#versions.get(uid) ?? 0));
  }

  /** Reports whether an object from an informer has all writes of this controller; its update will follow otherwise. */
  isCurrent({ metadata: { uid = '', resourceVersion = '' } }: ApiObject): boolean {
    const written = this.#versions.get(uid);
    if (written === undefined) return true;
    if (Number(resourceVersion) < written) return false;
    this.#versions.delete(uid);
    return true;
  }
}
