import { errorText } from '../../../api/error-text.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { Informer } from '../../../client/informer.ts';
import { controllerOf } from '../../../client/objects/controller-of.ts';
import type { Requeue } from '../../../client/work-queue.ts';
import type { ControllerContext } from '../../controller.ts';
import { Reconciler } from '../../reconciler.ts';
import { OwnWrites } from '../own-writes.ts';
import { type ClaimOptions, claimObjects } from '../pods/claims.ts';
import { concernedOwners } from '../pods/concerned-owners.ts';
import { ConcurrencyLimit } from '../pods/concurrency-limit.ts';
import { controllerReference, orphanIndex } from '../pods/controller-reference.ts';
import { Expectations } from '../pods/expectations.ts';
import { createPod, deletePod, isNamespaceTerminating, PODS } from '../pods/pod-control.ts';
import { podFromTemplate } from '../pods/pod-from-template.ts';
import { isActive, nextAvailability } from '../pods/pod-state.ts';
import { slowStart } from '../pods/slow-start.ts';
import { type ReplicaKind, type ReplicaOwner, wantedReplicas } from './replica-owner.ts';
import { planReplicas } from './replica-plan.ts';
import { affectsOwner, isStatusChanged, replicaStatus } from './replica-status.ts';

/**
 * Maximum number of concurrent pod creations, for all owners. The server rejects requests of users with long queues.
 */
const CREATIONS = 64;

/** Keeps the desired number of pods for the owners of a kind, until the signal is aborted. */
export async function runReplicas<T extends ReplicaOwner>(
  context: ControllerContext,
  kind: ReplicaKind<T>,
): Promise<void> {
  const { informers, clock, signal } = context;
  const owners = informers.for<T>(kind.address);
  const pods = informers.for<Pod>(PODS);
  pods.addIndexers(orphanIndex);
  const expectations = new Expectations(clock);
  const unsubscribes = [
    expectations.observe(pods, kind.kind),
    owners.subscribe({ deleted: ({ metadata }) => expectations.forget(metadata.uid ?? '') }),
  ];
  const loop = new ReplicaLoop(context, kind, owners, pods, expectations);
  const reconciler = new Reconciler<T>({
    ...context,
    name: kind.controllerName,
    informer: owners,
    reconcile: (owner, client) => loop.reconcile(owner, client),
  });
  const ownersOf = concernedOwners(owners, kind.kind, kind.selectorOf);
  reconciler.watch(pods, ownersOf, { affects: affectsOwner, controlledBy: kind.kind });
  await reconciler.run(signal);
  for (const unsubscribe of unsubscribes) unsubscribe();
}

class ReplicaLoop<T extends ReplicaOwner> {
  readonly #context: ControllerContext;
  readonly #kind: ReplicaKind<T>;
  readonly #owners: Informer<T>;
  readonly #pods: Informer<Pod>;
  readonly #expectations: Expectations;
  readonly #writes = new OwnWrites();
  readonly #creations = new ConcurrencyLimit(CREATIONS);
  readonly #claims: Omit<ClaimOptions<Pod>, 'client'>;

  constructor(
    context: ControllerContext,
    kind: ReplicaKind<T>,
    owners: Informer<T>,
    pods: Informer<Pod>,
    expectations: Expectations,
  ) {
    this.#context = context;
    this.#kind = kind;
    this.#owners = owners;
    this.#pods = pods;
    this.#expectations = expectations;
    this.#claims = {
      ownerKind: kind,
      owners: kind.address,
      objects: pods,
      address: PODS,
      isEligible: isActive,
    };
  }

  async reconcile(owner: T, client: ApiClient): Promise<Requeue | undefined> {
    if (!this.#writes.isCurrent(owner)) return undefined;
    const { clock } = this.#context;
    const { uid = '', deletionTimestamp } = owner.metadata;
    const mayAct = this.#expectations.areMet(uid) && !deletionTimestamp;
    const pods = await claimObjects(owner, this.#kind.selectorOf(owner), { ...this.#claims, client });
    const error = mayAct ? await this.#manage(owner, pods, client) : undefined;
    await this.#writeStatus(owner, pods, error, client);
    if (error !== undefined) throw error;
    const after = nextAvailability(pods, owner.spec?.minReadySeconds ?? 0, clock.now());
    return after === undefined ? undefined : { after };
  }

  /** Creates or deletes pods. Returns the error on failure. */
  async #manage(owner: T, pods: readonly Pod[], client: ApiClient): Promise<unknown> {
    const { dialect, clock } = this.#context;
    const { creations, deletions } = planReplicas(wantedReplicas(owner), pods, {
      dialect,
      now: clock.now(),
      related: () => this.#related(owner),
    });
    if (creations > 0) return await this.#create(owner, creations, client);
    return deletions.length > 0 ? await this.#delete(owner, deletions, client) : undefined;
  }

  async #create(owner: T, count: number, client: ApiClient): Promise<unknown> {
    const { events } = this.#context;
    const { name = '', uid = '' } = owner.metadata;
    const pod = podFromTemplate(owner.spec?.template ?? {}, name, controllerReference(owner, this.#kind));
    this.#expectations.expect(uid, count);
    const create = () => this.#creations.run(() => createPod(pod, owner, { events, client }));
    const { successes, error } = await slowStart(count, create);
    this.#expectations.creationObserved(uid, count - successes);
    return isNamespaceTerminating(error) ? undefined : error;
  }

  async #delete(owner: T, pods: readonly Pod[], client: ApiClient): Promise<unknown> {
    const { events } = this.#context;
    const { uid = '' } = owner.metadata;
    const uidOf = ({ metadata }: Pod): string => metadata.uid ?? '';
    this.#expectations.expect(uid, 0, pods.map(uidOf));
    const errors: unknown[] = [];
    await Promise.all(
      pods.map(async (pod) => {
        try {
          await deletePod(pod, owner, { events, client });
        } catch (error) {
          this.#expectations.deletionObserved(uid, uidOf(pod));
          if (!(error instanceof ApiError && error.isNotFound)) errors.push(error);
        }
      }),
    );
    return errors[0];
  }

  /** Returns the active pods of all owners with the same controller, such as the replica sets of a deployment. */
  #related(owner: T): Pod[] {
    const controller = controllerOf(owner);
    if (!controller) return [];
    return this.#owners.ownedBy(controller.uid).flatMap(({ metadata }) => this.#pods.ownedBy(metadata.uid ?? ''));
  }

  async #writeStatus(owner: T, pods: readonly Pod[], error: unknown, client: ApiClient): Promise<void> {
    const { clock } = this.#context;
    const message = error === undefined ? undefined : errorText(error);
    const status = replicaStatus(owner, pods, clock.now(), message);
    if (!isStatusChanged(owner, status)) return;
    const { namespace = '', name = '' } = owner.metadata;
    const address = { ...this.#kind.address, namespace, name, subresource: 'status' };
    this.#writes.add(await client.update<T>(address, { ...owner, status }));
  }
}
