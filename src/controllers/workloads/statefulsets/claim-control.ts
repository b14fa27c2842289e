import type { StatefulSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { PersistentVolumeClaim, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { Informer } from '../../../client/informer.ts';
import { objectKey } from '../../../client/object-key.ts';
import type { ControllerContext } from '../../controller.ts';
import { OwnWrites } from '../own-writes.ts';
import { claimOwners, isStaleClaim } from './claim-owners.ts';
import { claimsOf, isInRange, podName } from './statefulset-pods.ts';

export const CLAIMS = { group: '', version: 'v1', resource: 'persistentvolumeclaims' };

/** Creates the claims of a set's pods and maintains who owns them. */
export class ClaimControl {
  readonly #context: ControllerContext;
  readonly #claims: Informer<PersistentVolumeClaim>;
  readonly #writes = new OwnWrites();

  constructor(context: ControllerContext, claims: Informer<PersistentVolumeClaim>) {
    this.#context = context;
    this.#claims = claims;
  }

  /** Creates the claims of an ordinal that do not exist. Fails when one cannot be created or is being deleted. */
  async create(set: StatefulSet, ordinal: number): Promise<void> {
    const errors: ApiError[] = [];
    for (const claim of claimsOf(set, ordinal).values()) {
      const existing = this.#claims.get(objectKey(claim));
      const error = existing ? undefined : await this.#create(set, ordinal, claim);
      if (error) errors.push(error);
      if (existing?.metadata.deletionTimestamp) errors.push(conflict(`pvc ${claim.metadata.name} is being deleted`));
    }
    const [first, ...others] = errors;
    if (first && others.length === 0) throw first;
    if (first) throw conflict(`[${errors.map(({ message }) => message).join(', ')}]`, first.code);
  }

  /** Reports whether a claim of an ordinal still belongs to a former pod, with which it will be deleted. */
  hasStale(set: StatefulSet, ordinal: number): boolean {
    if (set.spec?.persistentVolumeClaimRetentionPolicy?.whenScaled !== 'Delete') return false;
    const pod = { metadata: { name: podName(set, ordinal) } };
    return [...claimsOf(set, ordinal).values()].some((claim) => {
      const existing = this.#claims.get(objectKey(claim));
      return existing !== undefined && isStaleClaim(existing, pod);
    });
  }

  /** Reports whether a claim of a pod belongs to others than the retention policy says. */
  async hasOtherOwners(set: StatefulSet, pod: Pick<Pod, 'metadata'>, ordinal: number): Promise<boolean> {
    return (await this.#withOtherOwners(set, pod, ordinal)).length > 0;
  }

  /** Makes the claims of a pod belong to it or to the set, as the retention policy says. */
  async updateOwners(set: StatefulSet, pod: Pick<Pod, 'metadata'>, ordinal: number): Promise<void> {
    for (const claim of await this.#withOtherOwners(set, pod, ordinal)) {
      const { namespace = '', name = '' } = claim.metadata;
      this.#writes.add(await this.#context.client.update({ ...CLAIMS, namespace, name }, claim));
    }
  }

  /** Returns the claims of a pod that belong to others than they should, with the owners that they should have. */
  async #withOtherOwners(
    set: StatefulSet,
    pod: Pick<Pod, 'metadata'>,
    ordinal: number,
  ): Promise<PersistentVolumeClaim[]> {
    const changed: PersistentVolumeClaim[] = [];
    for (const { metadata } of claimsOf(set, ordinal).values()) {
      const claim = await this.#find(set, metadata.namespace ?? '', metadata.name ?? '');
      const ownerReferences = claim && claimOwners(claim, set, pod, isInRange(ordinal, set));
      if (ownerReferences) changed.push({ ...claim, metadata: { ...claim.metadata, ownerReferences } });
    }
    return changed;
  }

  /**
   * Claims that were just created or changed may not be in the informer; of the created ones only a policy that deletes
   * them needs to know.
   */
  async #find(set: StatefulSet, namespace: string, name: string): Promise<PersistentVolumeClaim | undefined> {
    const known = this.#claims.get(`${namespace}/${name}`);
    if (known && this.#writes.isCurrent(known)) return known;
    const { whenDeleted, whenScaled } = set.spec?.persistentVolumeClaimRetentionPolicy ?? {};
    if (!known && whenDeleted !== 'Delete' && whenScaled !== 'Delete') return undefined;
    try {
      return await this.#context.client.get<PersistentVolumeClaim>({ ...CLAIMS, namespace, name });
    } catch (error) {
      if (error instanceof ApiError && error.isNotFound) return undefined;
      throw error;
    }
  }

  /** Returns why a claim could not be created. */
  async #create(set: StatefulSet, ordinal: number, claim: PersistentVolumeClaim): Promise<ApiError | undefined> {
    const { client, events } = this.#context;
    const { namespace = '', name = '' } = claim.metadata;
    const subject = `Pod ${podName(set, ordinal)} in StatefulSet ${set.metadata.name}`;
    try {
      await client.create({ ...CLAIMS, namespace }, claim);
      events.record(set, 'Normal', 'SuccessfulCreate', `create Claim ${name} ${subject} success`);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.reason === 'AlreadyExists') return undefined;
      const message = `create Claim ${name} for ${subject} failed error: ${error.message}`;
      events.record(set, 'Warning', 'FailedCreate', message);
      return conflict(`failed to create PVC ${name}: ${error.message}`, error.code);
    }
  }
}

const conflict = (message: string, code = 409): ApiError =>
  new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code });
