import type { Reason } from '../../api/debug/causes.ts';
import { changeOf } from '../../api/debug/causes.ts';
import type { Pod, ResourceQuota } from '../../api/kinds/core-v1.generated.ts';
import { isEqualJson } from '../../api/memory/equal-json.ts';
import type { ApiObject } from '../../api/object.ts';
import { endOfGrace } from '../../api/quota/quota-usage.ts';
import { aborted } from '../../client/aborted.ts';
import { ApiError } from '../../client/api-error.ts';
import { causedBy } from '../../client/loop-client.ts';
import { objectKey } from '../../client/object-key.ts';
import { type Requeue, WorkQueue } from '../../client/work-queue.ts';
import type { Controller, ControllerContext } from '../controller.ts';
import { type QuotaCollection, QuotaCollections } from './quota-collections.ts';
import { quotaStatus } from './quota-status.ts';

const QUOTAS = { group: '', version: 'v1', resource: 'resourcequotas' };
/**
 * Milliseconds after which new objects are counted. Admission has already charged them; counting only corrects an
 * earlier count that missed a new object, and charges for objects that were refused later.
 */
const RECOUNT_DELAY = 5000;

/** Maintains the status of quotas: the limits of the spec, and their usage. */
export const resourceQuotaController: Controller = {
  name: 'resourcequota-controller',
  alias: 'resourcequota',
  serviceAccount: 'resourcequota-controller',
  run: (context) => new ResourceQuotas(context).run(),
};

class ResourceQuotas {
  readonly #context: ControllerContext;
  readonly #quotas;
  readonly #queue: WorkQueue;
  readonly #collections: QuotaCollections;
  /** From when on each quota is counted although something was just charged, in milliseconds. */
  readonly #urgent = new Map<string, number>();
  /** When the status of each quota last changed, in milliseconds: what was charged then may not have been created yet. */
  readonly #charged = new Map<string, number>();

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#quotas = context.informers.for<ResourceQuota>(QUOTAS);
    this.#queue = new WorkQueue({
      ...context,
      describe: (key) => `${resourceQuotaController.name}: counting for ${key}`,
      work: (key, reasons) => this.#reconcile(key, reasons),
      isExpected: (error) => error instanceof ApiError,
      workers: Math.max(1, context.flags['concurrent-resource-quota-syncs']),
    });
    this.#collections = new QuotaCollections(context, {
      changed: (collection, object, isUrgent) => this.#recount(collection, object, isUrgent),
      discovered: () => this.#recountAll(),
    });
  }

  async run(): Promise<void> {
    const { signal } = this.#context;
    const unsubscribe = this.#quotas.subscribe({
      added: (quota) => this.#addUrgent(quota, this.#quotas.reasonOf(quota)),
      updated: (quota, previous) => {
        // Admission changes the status, and already includes what it adds.
        if (isEqualJson(quota.spec, previous.spec)) this.#charged.set(objectKey(quota), this.#context.clock.now());
        else this.#addUrgent(quota, this.#quotas.reasonOf(quota));
      },
      deleted: (quota) => this.#charged.delete(objectKey(quota)),
    });
    const running = this.#quotas.run(signal);
    await aborted(signal);
    unsubscribe();
    await Promise.all([running, this.#queue.close(), this.#collections.close()]);
  }

  #recount({ usage, resource }: QuotaCollection, changed: ApiObject, isUrgent: boolean): void {
    const { namespace = '' } = changed.metadata;
    const reason = changeOf(resource, changed);
    for (const quota of this.#quotas.list({ namespace })) {
      if (!Object.keys(quota.spec?.hard ?? {}).some(usage.counts)) continue;
      if (isUrgent) this.#addUrgent(quota, reason);
      else this.#queue.addAfter(objectKey(quota), RECOUNT_DELAY, reason);
    }
  }

  #recountAll(): void {
    for (const quota of this.#quotas.list()) this.#addUrgent(quota, this.#quotas.reasonOf(quota));
  }

  #addUrgent(quota: ResourceQuota, reason: Reason): void {
    this.#urge(objectKey(quota), this.#context.clock.now());
    this.#queue.add(objectKey(quota), reason);
  }

  #urge(key: string, from: number): void {
    this.#urgent.set(key, Math.min(from, this.#urgentFrom(key)));
  }

  #urgentFrom(key: string): number {
    return this.#urgent.get(key) ?? Number.POSITIVE_INFINITY;
  }

  /** Returns the milliseconds until nothing has been charged for a while, or the count is urgent. */
  #waitOf(key: string): number {
    const charged = this.#charged.get(key) ?? Number.NEGATIVE_INFINITY;
    return Math.max(0, Math.min(charged + RECOUNT_DELAY, this.#urgentFrom(key)) - this.#context.clock.now());
  }

  async #reconcile(key: string, reasons: readonly Reason[]): Promise<Requeue | undefined> {
    const wait = this.#waitOf(key);
    if (wait > 0) {
      // A requeue would drop the reasons of the count.
      for (const reason of reasons) this.#queue.addAfter(key, wait, reason);
      return undefined;
    }
    const urgentFrom = this.#urgentFrom(key);
    this.#urgent.delete(key);
    try {
      return await this.#writeStatus(key, reasons);
    } catch (error) {
      this.#urge(key, urgentFrom);
      throw error;
    }
  }

  async #writeStatus(key: string, reasons: readonly Reason[]): Promise<Requeue | undefined> {
    if (!this.#quotas.get(key)) return undefined;
    const names = Object.keys(this.#quotas.get(key)?.spec?.hard ?? {});
    const collections = await this.#collections.forNames(names);
    const { clock } = this.#context;
    const client = causedBy(this.#context.client, { component: resourceQuotaController.name, reasons });
    const now = clock.now();
    // The latest state is written with the latest counts: an intermediate change makes the write fail.
    const quota = this.#quotas.get(key);
    if (!quota) return undefined;
    const { namespace = '', name = '' } = quota.metadata;
    const counted = collections.map(({ usage, resource, informer }) => ({
      usage,
      objects: informer.list({ namespace }),
      arePods: resource === 'pods',
    }));
    const status = quotaStatus(quota, counted, now);
    if (status) await client.update({ ...QUOTAS, namespace, name, subresource: 'status' }, { ...quota, status });
    const pods = counted.filter(({ arePods }) => arePods).flatMap(({ objects }) => objects as readonly Pod[]);
    const next = Math.min(...pods.map(endOfGrace).filter((end) => end >= now)) + 1;
    if (!Number.isFinite(next)) return undefined;
    this.#urge(key, next);
    return { after: next - now };
  }
}
