import { utf8Bytes } from '../../api/encoding/utf8.ts';
import type { Steps } from '../../api/steps.ts';
import type { StoredObject } from './stored-object.ts';

/** Maximum number of kept bytes. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Bytes of one list after which its further runs are not kept, so that a large list does not drop its own runs. */
const MOST_OF_A_LIST = MOST_BYTES / 2;

/** Number of objects in a run, on average. */
const RUN = 64;

/** Number of characters at which a run ends in any case. */
const LONGEST_RUN = 64 * 1024;

/** Consecutive objects of a list, and their items: `,{…},{…}` in UTF-8. */
interface Run {
  /** What represents the objects: a version of a resource. */
  readonly form: object;
  readonly objects: readonly StoredObject[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The encoded items of recent lists, so that a list only encodes what has changed since the last one. Items are kept in
 * runs. Revisions decide where a run ends, so that an insertion affects one run and not all that follow.
 */
export class EncodedRuns {
  /** By the key of the first object, least recently used first. */
  readonly #runs = new Map<string, Run>();
  #size = 0;

  /** The number of kept bytes. */
  get size(): number {
    return this.#size;
  }

  /**
   * Returns the items of objects as parts, each beginning with a comma.
   * @param form identifies the result of `itemOf` for an object
   */
  *encode(
    form: object,
    objects: readonly StoredObject[],
    itemOf: (stored: StoredObject) => string,
  ): Steps<Uint8Array<ArrayBuffer>[]> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    for (let at = 0; at < objects.length; ) {
      const key = objects[at]?.key ?? '';
      const known = this.#runs.get(key);
      const isKnown = known?.form === form && begins(known.objects, objects, at);
      const run = isKnown ? known : yield* encodeRun(form, objects, at, itemOf);
      length += run.bytes.length;
      if (length <= MOST_OF_A_LIST) this.#keep(key, run);
      parts.push(run.bytes);
      at += run.objects.length;
      yield;
    }
    return parts;
  }

  /** Drops the run that begins with an object, because no list will begin a run with its earlier state again. */
  forget(key: string): void {
    this.#size -= this.#runs.get(key)?.bytes.length ?? 0;
    this.#runs.delete(key);
  }

  #keep(key: string, run: Run): void {
    this.forget(key);
    this.#runs.set(key, run);
    this.#size += run.bytes.length;
    for (const oldest of this.#runs.keys()) {
      if (this.#size <= MOST_BYTES) return;
      this.forget(oldest);
    }
  }
}

/** Reports whether a list has the objects of a run from an index on. */
function begins(run: readonly StoredObject[], objects: readonly StoredObject[], at: number): boolean {
  for (let index = 0; index < run.length; index++) if (run[index] !== objects[at + index]) return false;
  return true;
}

/** Encodes the run of a list that begins at an index. */
function* encodeRun(
  form: object,
  objects: readonly StoredObject[],
  start: number,
  itemOf: (stored: StoredObject) => string,
): Steps<Run> {
  let text = '';
  let end = start;
  for (let isEnd = false; !isEnd; yield) {
    const stored = objects[end++];
    if (!stored) break;
    text += `,${itemOf(stored)}`;
    isEnd = isLastOfRun(stored) || text.length >= LONGEST_RUN;
  }
  return { form, objects: objects.slice(start, end), bytes: utf8Bytes(text) };
}

/** Selects one of `RUN` objects by a multiplicative hash of their revisions. */
const isLastOfRun = ({ revision }: StoredObject): boolean => Math.imul(revision, 0x9e3779b1) >>> 0 < 2 ** 32 / RUN;
