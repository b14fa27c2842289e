import { type Clock, type Random, reportToConsole } from '../api/environment.ts';
import type { ApiObject } from '../api/object.ts';
import { ApiError } from '../client/api-error.ts';
import { type Informer, objectKey } from '../client/informer.ts';
import { Retries } from '../client/retries.ts';

export interface ReconcilerOptions<T extends ApiObject> {
  readonly informer: Informer<T>;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Brings the world to what the object asks for. Resolves to true when there is more to do later. */
  reconcile(object: T): Promise<boolean>;
}

/**
 * Calls `reconcile` for every object that is new or changed, one call at a time for each object, and again until it is
 * done. Returns a function that visits an object once more.
 */
export function startReconciler<T extends ApiObject>({
  informer,
  clock,
  random,
  signal,
  reconcile,
}: ReconcilerOptions<T>): (object: T) => void {
  const busy = new Set<string>();
  const again = new Set<string>();
  const retries = new Retries({ clock, random });

  const isUnfinished = async (object: T): Promise<boolean> => {
    try {
      return await reconcile(object);
    } catch (error) {
      // A refusal (a conflict with another writer, a server that is closing) is expected. Anything else is a defect.
      if (!(error instanceof ApiError) && !signal.aborted)
        reportToConsole(`reconciling ${object.kind} ${objectKey(object)} failed`, error);
      return true;
    }
  };
  const visit = async (key: string): Promise<void> => {
    const object = informer.get(key);
    if (!object || signal.aborted) return;
    if (busy.has(key)) {
      again.add(key);
      return;
    }
    busy.add(key);
    const unfinished = await isUnfinished(object);
    busy.delete(key);
    if (again.delete(key)) return visit(key);
    if (unfinished && informer.get(key)) retries.schedule(key, () => void visit(key));
    else retries.forget(key);
  };
  const visitObject = (object: T): void => void visit(objectKey(object));

  signal.addEventListener('abort', () => retries.stop(), { once: true });
  informer.subscribe({
    added: visitObject,
    updated: visitObject,
    deleted: (object) => retries.forget(objectKey(object)),
  });
  void informer.run(signal);
  return visitObject;
}
