import type { Clock } from '../../api/environment.ts';
import type { CustomResourceDefinition } from '../../api/kinds/apiextensions-v1.generated.ts';
import { type ApiObject, parseApiVersion } from '../../api/object.ts';
import { type DiscoveredResource, type Discovery, findResource, findServedKind } from '../../client/discovery.ts';
import type { WriteContext } from './write-context.ts';

/** Milliseconds to wait until the server serves a new definition. */
const TIMEOUT = 15_000;
const POLL = 100;

type Definition = CustomResourceDefinition & ApiObject;

/** Finds the custom resource definition among `objects` that serves the kind of `object`. */
export function definitionOf(
  { apiVersion, kind }: ApiObject,
  objects: readonly ApiObject[],
  discovery: Discovery,
): Definition | undefined {
  const { group, version } = parseApiVersion(apiVersion);
  const definitions = findResource(discovery, 'customresourcedefinitions');
  return (objects as readonly Definition[]).find(
    (candidate) =>
      candidate.kind === definitions?.kind &&
      typeof candidate.apiVersion === 'string' &&
      parseApiVersion(candidate.apiVersion).group === definitions.group &&
      candidate.spec?.group === group &&
      candidate.spec.names?.kind === kind &&
      Array.isArray(candidate.spec.versions) &&
      candidate.spec.versions.some((one) => one?.name === version && one.served),
  );
}

/**
 * Waits until a definition is established and discovery lists the kind of `object`.
 * @throws Error with the reason when that does not happen in time, or never will
 */
export async function awaitServed(
  context: WriteContext,
  object: ApiObject,
  definition: ApiObject,
  signal?: AbortSignal,
): Promise<DiscoveredResource> {
  const { client, discovery, platform } = context;
  const resource = findServedKind(discovery.getState().discovery ?? NONE, definition);
  if (!resource) throw new Error(`The server has no ${definition.kind} in ${definition.apiVersion}.`);
  const { name = '' } = definition.metadata;
  const end = platform.clock.now() + TIMEOUT;
  while (platform.clock.now() < end) {
    signal?.throwIfAborted();
    const live = await client.get<Definition>({ ...addressOf(resource), name }, signal ? { signal } : {});
    const refusal = conditionOf(live, 'NamesAccepted', 'False');
    if (refusal) throw new Error(`${definition.kind} ${name} does not serve ${object.kind}: ${refusal.message}.`);
    if (conditionOf(live, 'Established', 'True')) {
      await discovery.getState().refresh();
      const served = findServedKind(discovery.getState().discovery ?? NONE, object);
      if (served) return served;
    }
    await pause(platform.clock, POLL);
  }
  throw new Error(
    `${definition.kind} ${name} is stored, but the server did not serve ${object.kind} in ${object.apiVersion} within ${TIMEOUT / 1000} seconds. Check the definition’s conditions, then retry.`,
  );
}

const NONE: Discovery = { resources: [], failed: [] };

const addressOf = ({ group, version, resource }: DiscoveredResource) => ({ group, version, resource });

const conditionOf = ({ status }: Definition, type: string, value: string) =>
  (status?.conditions ?? []).find((condition) => condition.type === type && condition.status === value);

const pause = (clock: Clock, milliseconds: number): Promise<void> =>
  new Promise((resolve) => void clock.after(milliseconds, resolve));
