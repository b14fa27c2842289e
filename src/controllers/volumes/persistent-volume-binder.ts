import type { ChangeReason, Reason } from '../../api/debug/causes.ts';
import type { PersistentVolume, PersistentVolumeClaim, Pod } from '../../api/kinds/core-v1.generated.ts';
import type { StorageClass } from '../../api/kinds/storage-v1.generated.ts';
import { STORAGE_GROUP } from '../../api/kubernetes-names.ts';
import { aborted } from '../../client/aborted.ts';
import { ApiError } from '../../client/api-error.ts';
import type { Informer } from '../../client/informer.ts';
import { causedBy } from '../../client/loop-client.ts';
import { objectKey } from '../../client/object-key.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import type { Controller, ControllerContext } from '../controller.ts';
import type { BinderContext } from './binder-context.ts';
import { classOf } from './claim-matching.ts';
import { addClaimIndex, CLAIM_INDEX } from './pods-of-claims.ts';
import { RunningRecyclings } from './recycling/running-recyclings.ts';
import { syncClaim } from './sync-claim.ts';
import { syncVolume } from './sync-volume.ts';
import { CLAIMS, PODS, VOLUMES } from './volume-names.ts';
import { WrittenObjects } from './written-objects.ts';

/** Binds claims to volumes, requests volumes from provisioners, and reclaims volumes whose claims are gone. */
export const persistentVolumeBinder: Controller = {
  name: 'persistentvolume-binder-controller',
  alias: 'persistentvolume-binder',
  serviceAccount: 'persistent-volume-binder',
  eventSource: 'persistentvolume-controller',
  run: (context) => new PersistentVolumeBinder(context).run(),
};

class PersistentVolumeBinder {
  readonly #context: BinderContext;
  readonly #claims: Informer<PersistentVolumeClaim>;
  readonly #volumes: Informer<PersistentVolume>;
  readonly #classes: Informer<StorageClass>;
  readonly #pods: Informer<Pod>;
  /**
   * Keys of claims contain a slash, names of volumes do not. There is one worker, because claims compete for volumes.
   */
  readonly #queue: WorkQueue;
  readonly #recyclings = new RunningRecyclings((name, delay) => this.#queue.addAfter(name, delay));
  readonly #synced: Promise<boolean>;
  #setSynced: (isSynced: boolean) => void = () => undefined;

  constructor(context: ControllerContext) {
    const { informers, dialect } = context;
    this.#claims = informers.for<PersistentVolumeClaim>(CLAIMS);
    this.#volumes = informers.for<PersistentVolume>(VOLUMES);
    const storage = { group: dialect.rename(STORAGE_GROUP), version: 'v1' };
    this.#classes = informers.for<StorageClass>({ ...storage, resource: 'storageclasses' });
    this.#pods = informers.for<Pod>(PODS);
    addClaimIndex(this.#pods);
    this.#synced = new Promise((resolve) => {
      this.#setSynced = resolve;
    });
    this.#queue = new WorkQueue({
      ...context,
      describe: (key) => `${persistentVolumeBinder.name}: syncing ${key}`,
      work: (key, reasons) => this.#sync(key, reasons),
      isExpected: (error) => error instanceof ApiError,
    });
    this.#context = {
      ...context,
      claims: new WrittenObjects(this.#claims),
      volumes: new WrittenObjects(this.#volumes),
      classes: this.#classes,
      pods: this.#pods,
      podsOf: (key) => this.#pods.byIndex(CLAIM_INDEX, key),
      syncClaim: (key, volume) => this.#queue.add(key, this.#volumes.reasonOf(volume)),
      recycle: (volume, started) => this.#recyclings.start(volume, started),
    };
  }

  async run(): Promise<void> {
    const { signal } = this.#context;
    const informers: Pick<Informer<Pod>, 'run' | 'whenSynced'>[] = [
      this.#claims,
      this.#volumes,
      this.#classes,
      this.#pods,
    ];
    const unsubscribes = this.#subscribe();
    const runs = informers.map((informer) => informer.run(signal));
    const synced = await Promise.all(informers.map((informer) => informer.whenSynced(signal)));
    this.#setSynced(!synced.includes(false));
    await aborted(signal);
    for (const unsubscribe of unsubscribes) unsubscribe();
    await Promise.all([...runs, this.#queue.close()]);
    await this.#recyclings.ended();
  }

  #subscribe(): (() => void)[] {
    const add = (key: string | undefined, reason: ChangeReason): void =>
      key ? this.#queue.add(key, reason) : undefined;
    const addClaim = (claim: PersistentVolumeClaim): void => add(objectKey(claim), this.#claims.reasonOf(claim));
    const addVolume = (volume: PersistentVolume): void => {
      const reason = this.#volumes.reasonOf(volume);
      add(objectKey(volume), reason);
      const { claimRef } = volume.spec ?? {};
      if (claimRef) add(`${claimRef.namespace}/${claimRef.name}`, reason);
      else {
        const { dialect } = this.#context;
        this.#addPending(reason, (claim) => classOf(claim, dialect) === classOf(volume, dialect));
      }
    };
    // A new class can be one that a claim names, or the default class.
    const addClass = (added: StorageClass): void =>
      this.#addPending(this.#classes.reasonOf(added), (claim) =>
        ['', added.metadata.name].includes(classOf(claim, this.#context.dialect)),
      );
    return [
      this.#claims.subscribe({
        added: addClaim,
        updated: addClaim,
        deleted: (claim) => add(claim.spec?.volumeName, this.#claims.reasonOf(claim)),
      }),
      this.#volumes.subscribe({ added: addVolume, updated: addVolume, deleted: addVolume }),
      this.#classes.subscribe({ added: addClass, updated: addClass }),
      this.#pods.subscribe({
        added: (pod) => {
          for (const { persistentVolumeClaim } of pod.spec?.volumes ?? [])
            add(
              persistentVolumeClaim && `${pod.metadata.namespace}/${persistentVolumeClaim.claimName}`,
              this.#pods.reasonOf(pod),
            );
        },
      }),
    ];
  }

  /** Queues claims without a volume that a change may help. */
  #addPending(reason: ChangeReason, isAffected: (claim: PersistentVolumeClaim) => boolean): void {
    for (const claim of this.#claims.list())
      if (claim.status?.phase !== 'Bound' && isAffected(claim)) this.#queue.add(objectKey(claim), reason);
  }

  async #sync(key: string, reasons: readonly Reason[]): Promise<undefined> {
    if (!(await this.#synced)) return undefined;
    const client = causedBy(this.#context.client, { component: persistentVolumeBinder.name, reasons });
    const context = { ...this.#context, client };
    const { claims, volumes } = context;
    if (key.includes('/')) {
      const claim = claims.get(key);
      if (claim) await syncClaim(claim, context);
    } else {
      const volume = volumes.get(key);
      if (volume) await syncVolume(volume, context);
    }
    return undefined;
  }
}
