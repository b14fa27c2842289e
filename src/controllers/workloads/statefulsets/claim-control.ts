import type { StatefulSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { PersistentVolumeClaim, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { ApiError, clientFailure } from '../../../client/api-error.ts';
import type { Informer } from '../../../client/informer.ts';
import { objectKey } from '../../../client/object-key.ts';
import type { ControllerContext } from '../../controller.ts';
import type { OwnWrites } from '../own-writes.ts';
import { claimOwners, isStaleClaim } from './claim-owners.ts';
import { claimsOf, isInRange, podName } from './statefulset-pods.ts';

export const CLAIMS = { group: '', version: 'v1', resource: 'persistentvolumeclaims' };

/** Creates the claims of a set's pods and maintains their owners. */
export class ClaimControl {
  readonly #context: ControllerContext;
  readonly #claims: Informer<PersistentVolumeClaim>;
  readonly #writes: OwnWrites;

  constructor(context: ControllerContext, claims: Informer<PersistentVolumeClaim>, writes: OwnWrites) {
    this.#context = context;
    this.#claims = claims;
    this.#writes = writes;
  }

  /** Creates the missing claims of an ordinal. Fails when a claim cannot be created or is being deleted. */
  async create(set: StatefulSet, ordinal: number): Promise<void> {
    const errors: ApiError[] = [];
    for (const claim of claimsOf(set, ordinal).values()) {
      const existing = this.#claims.get(objectKey(claim));
      const error = existing ? undefined : await this.#create(set, ordinal, claim);
      if (error) errors.push(error);
      if (existing?.metadata.deletionTimestamp)
        errors.push(new ApiError(clientFailure(409, `pvc ${claim.metadata.name} is being deleted`)));
    }
    const [first, ...others] = errors;
    if (first && others.length === 0) throw first;
    if (first) throw new ApiError(clientFailure(first.code, `[${errors.map(({ message }) => message).join(', ')}]`));
  }

  /** Reports whether a claim of an ordinal still belongs to a former pod, and will be deleted with it. */
  hasStale(set: StatefulSet, ordinal: number): boolean {
    if (set.spec?.persistentVolumeClaimRetentionPolicy?.whenScaled !== 'Delete') return false;
    const pod = { metadata: { name: podName(set, ordinal) } };
    return [...claimsOf(set, ordinal).values()].some((claim) => {
      const existing = this.#claims.get(objectKey(claim));
      return existing !== undefined && isStaleClaim(existing, pod);
    });
  }

  /** Reports whether a claim of a pod has other owners than the retention policy requires. */
  async hasOtherOwners(set: StatefulSet, pod: Pick<Pod, 'metadata'>, ordinal: number): Promise<boolean> {
    return (await this.#withOtherOwners(set, pod, ordinal)).length > 0;
  }

  /** Sets the owner of a pod's claims to the pod or the set, according to the retention policy. */
  async updateOwners(set: StatefulSet, pod: Pick<Pod, 'metadata'>, ordinal: number): Promise<void> {
    for (const claim of await this.#withOtherOwners(set, pod, ordinal)) {
      const { namespace = '', name = '' } = claim.metadata;
      this.#writes.add(await this.#context.client.update({ ...CLAIMS, namespace, name }, claim));
    }
  }

  /** Returns the claims of a pod with wrong owners, and the owners that they should have. */
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
   * Finds a claim. The informer may lack claims that were just created or changed. Of the created claims, only a policy
   * that deletes them needs to know.
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

  /** Creates a claim. Returns the error on failure. */
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
      return new ApiError(clientFailure(error.code, `failed to create PVC ${name}: ${error.message}`));
    }
  }
}
