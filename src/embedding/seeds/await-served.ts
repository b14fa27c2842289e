import type { Clock } from '../../api/environment.ts';
import type { CustomResourceDefinition } from '../../api/kinds/apiextensions-v1.generated.ts';
import type { APIResourceList } from '../../api/kinds/meta-v1.generated.ts';
import { type ApiObject, parseApiVersion } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import { lookUntil } from './look-until.ts';

/** Resolves when all versions of a definition are served. @throws Error with the reason on timeout */
export async function awaitServed(client: ApiClient, written: ApiObject, clock: Clock): Promise<void> {
  const definition = written as CustomResourceDefinition;
  const isDone = async (): Promise<boolean> => {
    if (await isServed(client, definition)) return true;
    await refuseConflict(client, definition);
    return false;
  };
  await lookUntil(isDone, () => 'the server does not serve its kind', clock);
}

async function isServed(client: ApiClient, { spec }: CustomResourceDefinition): Promise<boolean> {
  for (const { name, served } of spec.versions ?? []) {
    if (!served) continue;
    const resources = await resourcesOf(client, `/apis/${spec.group}/${name}`);
    if (!resources.some((resource) => resource.name === spec.names.plural)) return false;
  }
  return true;
}

async function resourcesOf(client: ApiClient, path: string): Promise<NonNullable<APIResourceList['resources']>> {
  try {
    const list = (await (await client.request(path)).json()) as APIResourceList;
    return list.resources ?? [];
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return [];
    throw error;
  }
}

/** @throws Error when another definition has the names */
async function refuseConflict(client: ApiClient, { apiVersion, metadata }: CustomResourceDefinition): Promise<void> {
  const address = { ...parseApiVersion(apiVersion ?? ''), resource: 'customresourcedefinitions' };
  const { status } = await client.get<CustomResourceDefinition>({ ...address, name: metadata.name ?? '' });
  const refused = status?.conditions?.find(({ type, status }) => type === 'NamesAccepted' && status === 'False');
  if (refused) throw new Error(refused.message);
}
