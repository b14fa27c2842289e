import type { PersistentVolume, PersistentVolumeClaim, Pod } from '../../api/kinds/core-v1.generated.ts';
import type { StorageClass } from '../../api/kinds/storage-v1.generated.ts';
import type { Informer } from '../../client/informer.ts';
import type { ControllerContext } from '../controller.ts';
import type { WrittenObjects } from './written-objects.ts';

/** The dependencies that the parts of the persistent volume binder share. */
export interface BinderContext extends ControllerContext {
  readonly claims: WrittenObjects<PersistentVolumeClaim>;
  readonly volumes: WrittenObjects<PersistentVolume>;
  readonly classes: Informer<StorageClass>;
  readonly pods: Informer<Pod>;
  /** Returns the pods that use a claim, by the claim's key. */
  podsOf(key: string): readonly Pod[];
  /** Queues a claim by its key, because of its volume. */
  syncClaim(key: string, volume: PersistentVolume): void;
  /** Empties a released volume in the background, and makes it available again. */
  recycle(volume: PersistentVolume, context: BinderContext): void;
}
