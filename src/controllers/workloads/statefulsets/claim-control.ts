import type { StatefulSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { PersistentVolumeClaim, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { Informer } from '../../../client/informer.ts';
import { objectKey } from '../../../client/object-key.ts';
import type { ControllerContext } from '../../controller.ts';
import { claimOwners, isStaleClaim } from './claim-owners.ts';
import { claimsOf, isInRange, podName } from './statefulset-pods.ts';

export const CLAIMS = { group: '', version: 'v1', resource: 'persistentvolumeclaims' };

/** Creates the claims of a set's pods and maintains who owns them. */
export class ClaimControl {
  readonly #context: ControllerContext;
  readonly #claims: Informer<PersistentVolumeClaim>;

  constructor(context: ControllerContext, claims: Informer<PersistentVolumeClaim>) {
    this.#context = context;
    this.#claims = claims;
  }

  /** Creates the claims of an ordinal that do not exist. Fails when one is being deleted. */
  async create(set: StatefulSet, ordinal: number): Promise<void> {
    for (const claim of claimsOf(set, ordinal).values()) {
      const existing = this.#claims.get(objectKey(claim));
      if (existing?.metadata.deletionTimestamp) throw conflict(`pvc ${claim.metadata.name} is being deleted`);
      if (!existing) await this.#create(set, ordinal, claim);
    }
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

  /** Makes the claims of a pod belong to it or to the set, as the retention policy says. */
  async updateOwners(set: StatefulSet, pod: Pick<Pod, 'metadata'>, ordinal: number): Promise<void> {
    for (const { metadata } of claimsOf(set, ordinal).values()) {
      const { namespace = '', name = '' } = metadata;
      const claim = await this.#find(set, namespace, name);
      if (!claim) continue;
      const ownerReferences = claimOwners(claim, set, pod, isInRange(ordinal, set));
      if (!ownerReferences) continue;
      const changed = { ...claim, metadata: { ...claim.metadata, ownerReferences } };
      await this.#context.client.update({ ...CLAIMS, namespace, name }, changed);
    }
  }

  /** Claims that were just created may not be in the informer; only a policy that deletes them needs those. */
  async #find(set: StatefulSet, namespace: string, name: string): Promise<PersistentVolumeClaim | undefined> {
    const known = this.#claims.get(`${namespace}/${name}`);
    const { whenDeleted, whenScaled } = set.spec?.persistentVolumeClaimRetentionPolicy ?? {};
    if (known || (whenDeleted !== 'Delete' && whenScaled !== 'Delete')) return known;
    try {
      return await this.#context.client.get<PersistentVolumeClaim>({ ...CLAIMS, namespace, name });
    } catch (error) {
      if (error instanceof ApiError && error.isNotFound) return undefined;
      throw error;
    }
  }

  async #create(set: StatefulSet, ordinal: number, claim: PersistentVolumeClaim): Promise<void> {
    const { client, events } = this.#context;
    const { namespace = '', name = '' } = claim.metadata;
    const subject = `Pod ${podName(set, ordinal)} in StatefulSet ${set.metadata.name}`;
    try {
      await client.create({ ...CLAIMS, namespace }, claim);
      events.record(set, 'Normal', 'SuccessfulCreate', `create Claim ${name} ${subject} success`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.reason === 'AlreadyExists') return;
      const message = `create Claim ${name} for ${subject} failed error: ${error.message}`;
      events.record(set, 'Warning', 'FailedCreate', message);
      throw conflict(`failed to create PVC ${name}: ${error.message}`, error.code);
    }
  }
}

const conflict = (message: string, code = 409): ApiError =>
  new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code });
