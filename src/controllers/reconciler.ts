import type { Clock } from '../api/environment.ts';
import type { ApiObject } from '../api/object.ts';
import { type Informer, objectKey } from '../client/informer.ts';

export interface ReconcilerOptions<T extends ApiObject> {
  readonly informer: Informer<T>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Brings the world to what the object asks for. Resolves to true when there is more to do later. */
  reconcile(object: T): Promise<boolean>;
}

/** Milliseconds before an object is looked at again that was not done, or that failed; doubled each time. */
const FIRST_RETRY = 200;
const LONGEST_RETRY = 30_000;

/** Calls `reconcile` for every object that is new or changed, one call at a time for each object, and again until it is done. */
export function startReconciler<T extends ApiObject>({
  informer,
  clock,
  signal,
  reconcile,
}: ReconcilerOptions<T>): void {
  const busy = new Set<string>();
  const again = new Set<string>();
  const attempts = new Map<string, number>();

  const visit = async (key: string): Promise<void> => {
    const object = informer.get(key);
    if (!object || signal.aborted) return;
    if (busy.has(key)) {
      again.add(key);
      return;
    }
    busy.add(key);
    // A refusal (a conflict with another writer, a server that is closing) is met by trying again.
    const unfinished = await reconcile(object).catch(() => true);
    busy.delete(key);
    if (again.delete(key)) return visit(key);
    if (!unfinished) return void attempts.delete(key);
    const attempt = attempts.get(key) ?? 0;
    attempts.set(key, attempt + 1);
    clock.after(Math.min(FIRST_RETRY * 2 ** attempt, LONGEST_RETRY), () => void visit(key));
  };

  informer.subscribe({
    added: (object) => void visit(objectKey(object)),
    updated: (object) => void visit(objectKey(object)),
  });
  void informer.run(signal);
}
