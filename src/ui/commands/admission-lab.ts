import { DEBUG_GROUP, DEBUG_VERSION } from '../../api/debug/access-explanation.ts';
import type { AdmissionTrial, AdmissionTrialSpec, AdmissionTrialStatus } from '../../api/debug/admission-trial.ts';
import { type ApiObject, apiVersionOf, parseApiVersion } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import { type Discovery, findKind } from '../../client/discovery.ts';
import type { ResourceAddress } from '../../client/resource-path.ts';

const ADDRESS = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource: 'admissiontrials' };

/** Field manager of the objects that the lab enables. */
const FIELD_MANAGER = 'tabplane-lab';

/** Runs a request through admission without storing anything. @throws ApiError when one of the objects is rejected */
export async function tryAdmission(client: ApiClient, spec: AdmissionTrialSpec): Promise<AdmissionTrialStatus> {
  const apiVersion = apiVersionOf(DEBUG_GROUP, DEBUG_VERSION);
  const trial: AdmissionTrial = { apiVersion, kind: 'AdmissionTrial', metadata: {}, spec };
  const { status } = await client.create(ADDRESS, trial);
  if (!status) throw new Error('The server returned no result.');
  return status;
}

/** Applies the objects in order. @throws ApiError */
export async function enableObjects(
  client: ApiClient,
  discovery: Discovery,
  objects: readonly ApiObject[],
): Promise<void> {
  for (const object of objects) {
    const address = addressOf(discovery, object);
    await client.apply(address, object, { fieldManager: FIELD_MANAGER, force: true });
  }
}

/** Deletes the objects in reverse order: callers before their targets. @throws ApiError */
export async function disableObjects(
  client: ApiClient,
  discovery: Discovery,
  objects: readonly ApiObject[],
): Promise<void> {
  for (const object of objects.toReversed()) {
    await client.delete(addressOf(discovery, object)).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.isNotFound)) throw error;
    });
  }
}

export function addressOf(
  discovery: Discovery,
  { apiVersion, kind, metadata }: ApiObject,
): ResourceAddress & { name: string } {
  const { group, version } = parseApiVersion(apiVersion);
  const resource = findKind(discovery, kind, group)?.resource;
  if (!resource) throw new Error(`The server has no ${kind} in ${apiVersion}.`);
  const { namespace, name = '' } = metadata;
  return { group, version, resource, name, ...(namespace ? { namespace } : {}) };
}
