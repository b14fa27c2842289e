import type { ApiObject } from '../../../api/object.ts';
import type { LabelSelector } from '../../../api/selectors/label-selector.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { ApiError, clientFailure } from '../../../client/api-error.ts';
import type { Informer } from '../../../client/informer.ts';
import { controllerOf } from '../../../client/objects/controller-of.ts';
import type { ResourceAddress } from '../../../client/resource-path.ts';
import { controllerReference, ORPHANS } from './controller-reference.ts';

export interface ClaimOptions<T extends ApiObject> {
  readonly client: ApiClient;
  /** The kind of the owner. */
  readonly ownerKind: { readonly apiVersion: string; readonly kind: string };
  /** The collection of the owners. */
  readonly owners: ResourceAddress;
  readonly objects: Informer<T>;
  /** The collection of the controlled objects. */
  readonly address: ResourceAddress;
  /** Objects for which this returns false are ignored. */
  readonly isEligible?: (object: T) => boolean;
  /** The finalizers of controlled objects. */
  readonly finalizers?: readonly string[];
}

type Claim = 'keep' | 'release' | 'adopt' | 'ignore';

/** Decides how an owner with a selector treats an object that it controls or might control. */
export function claimOf(object: ApiObject, owner: ApiObject, selector: LabelSelector): Claim {
  const controller = controllerOf(object);
  const isSelected = !selector.isEmpty && selector.matches(object.metadata.labels);
  const isOwnerDeleted = owner.metadata.deletionTimestamp !== undefined;
  if (controller) {
    if (controller.uid !== owner.metadata.uid) return 'ignore';
    if (isSelected) return 'keep';
    return isOwnerDeleted ? 'ignore' : 'release';
  }
  return isOwnerDeleted || !isSelected || object.metadata.deletionTimestamp ? 'ignore' : 'adopt';
}

/**
 * Returns the objects that an owner controls, after adopting matching objects without a controller and releasing
 * objects that no longer match. If an adoption or a release fails, the others continue, and the call fails afterwards.
 */
export async function claimObjects<T extends ApiObject>(
  owner: ApiObject,
  selector: LabelSelector,
  options: ClaimOptions<T>,
): Promise<T[]> {
  const { objects, isEligible = () => true } = options;
  const { uid = '', namespace = '' } = owner.metadata;
  const owned = objects.ownedBy(uid);
  const orphans = objects.byIndex(ORPHANS, namespace);
  // An orphan may have an owner that does not control it.
  const candidates = orphans.length > 0 ? new Set([...owned, ...orphans]) : owned;
  const claimed: T[] = [];
  const checkOwner = once(() => checkCurrent(owner, options));
  const errors: unknown[] = [];
  const claim = async (object: T): Promise<T | undefined> => {
    const step = claimOf(object, owner, selector);
    if (step === 'release') await release(object, owner, options);
    if (step !== 'adopt') return step === 'keep' ? object : undefined;
    await checkOwner();
    return adopt(object, owner, options);
  };
  for (const object of candidates) {
    if (!isEligible(object)) continue;
    try {
      const kept = await claim(object);
      if (kept) claimed.push(kept);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return claimed;
}

const once = (check: () => Promise<void>): (() => Promise<void>) => {
  let checked: Promise<void> | undefined;
  return () => {
    checked ??= check();
    return checked;
  };
};

/** Checks that the owner, which may come from a stale cache, was not deleted or replaced: it must not adopt then. */
async function checkCurrent<T extends ApiObject>(
  { metadata: { namespace = '', name = '', uid = '' } }: ApiObject,
  { client, owners, ownerKind: { kind } }: ClaimOptions<T>,
): Promise<void> {
  const { metadata } = await client.get({ ...owners, namespace, name });
  if (metadata.uid !== uid)
    throw new ApiError(
      clientFailure(409, `original ${kind} ${namespace}/${name} is gone: got uid ${metadata.uid}, wanted ${uid}`),
    );
  if (metadata.deletionTimestamp)
    throw new ApiError(
      clientFailure(409, `${namespace}/${name} has just been deleted at ${metadata.deletionTimestamp}`),
    );
}

/** Adopts an object. Returns undefined when the object no longer exists. */
async function adopt<T extends ApiObject>(
  object: T,
  owner: ApiObject,
  { ownerKind, finalizers, ...options }: ClaimOptions<T>,
): Promise<T | undefined> {
  const ownerReferences = [controllerReference(owner, ownerKind)];
  const metadata = { ownerReferences, uid: object.metadata.uid, ...(finalizers ? { finalizers } : {}) };
  return await patchMetadata(object, metadata, options, [404]);
}

async function release<T extends ApiObject>(
  object: T,
  owner: ApiObject,
  { finalizers, ...options }: Omit<ClaimOptions<T>, 'ownerKind'>,
): Promise<void> {
  const metadata = {
    ownerReferences: [{ $patch: 'delete', uid: owner.metadata.uid }],
    uid: object.metadata.uid,
    ...(finalizers ? { '$deleteFromPrimitiveList/finalizers': finalizers } : {}),
  };
  // 422: the object no longer has the reference, or has another UID.
  await patchMetadata(object, metadata, options, [404, 422]);
}

async function patchMetadata<T extends ApiObject>(
  { metadata: { namespace = '', name = '' } }: T,
  metadata: object,
  { client, address }: Pick<ClaimOptions<T>, 'client' | 'address'>,
  ignored: readonly number[],
): Promise<T | undefined> {
  try {
    return await client.patch<T>({ ...address, namespace, name }, 'strategic', { metadata });
  } catch (error) {
    if (error instanceof ApiError && ignored.includes(error.code)) return undefined;
    throw error;
  }
}
