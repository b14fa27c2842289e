import type { Clock } from '../../api/environment.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { hasEnded } from '../../api/scheduling/has-ended.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import { type DiscoveredResource, discover, preferredResources } from '../../client/discovery.ts';
import type { NamespaceContent } from './namespace-conditions.ts';

export interface EmptyingContext {
  readonly client: ApiClient;
  readonly clock: Clock;
  /** metadata.deletionTimestamp of the namespace. */
  readonly deletedAt: string;
}

/** Deletes as much of a namespace's content as possible. Returns the remaining objects and the errors. */
export async function deleteContent(namespace: string, context: EmptyingContext): Promise<NamespaceContent> {
  const { resources, error } = await discoverDeletable(context.client);
  const deletionErrors: string[] = [];
  const remaining = new Map<string, number>();
  const finalizers = new Map<string, number>();
  await Promise.all(
    resources.map(async (resource) => {
      const { items, problem } = await deleteResource(resource, namespace, context);
      if (problem !== undefined) deletionErrors.push(problem);
      if (items.length > 0) remaining.set(`${resource.resource}.${resource.group}`, items.length);
      for (const finalizer of items.flatMap(({ metadata }) => metadata.finalizers ?? []))
        finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
    }),
  );
  return { discoveryError: error, deletionErrors, remaining, finalizers };
}

async function discoverDeletable(client: ApiClient): Promise<{ resources: DiscoveredResource[]; error?: string }> {
  try {
    const discovery = await discover(client);
    const resources = preferredResources(discovery).filter(
      ({ namespaced, verbs }) => namespaced && verbs.includes('delete') && verbs.includes('list'),
    );
    return discovery.failed.length === 0 ? { resources } : { resources, error: staleGroupsText(discovery.failed) };
  } catch (error) {
    if (error instanceof ApiError) return { resources: [], error: error.message };
    throw error;
  }
}

/** Returns the real client's message for group versions whose discovery failed, given their paths. */
function staleGroupsText(paths: readonly string[]): string {
  const versions = paths.map((path) => path.replace(/^\/apis?\//, ''));
  const reasons = versions.map((version) => `${version}: stale GroupVersion discovery: ${version}`).sort();
  return `Discovery failed for some groups, ${versions.length} failing: unable to retrieve the complete list of server APIs: ${reasons.join(', ')}`;
}

/** The objects of a resource that remain after an attempt to delete them all. */
interface Remainder {
  readonly items: readonly ApiObject[];
  readonly problem?: string;
}

async function deleteResource(
  resource: DiscoveredResource,
  namespace: string,
  context: EmptyingContext,
): Promise<Remainder> {
  const { client } = context;
  const address = { group: resource.group, version: resource.version, resource: resource.resource, namespace };
  try {
    const before = await client.list(address);
    if (before.items.length === 0) return { items: [] };
    const isWaiting = resource.group === '' && resource.resource === 'pods' && isTerminating(before.items, context);
    if (resource.verbs.includes('deletecollection'))
      await client.deleteCollection(address, { propagationPolicy: 'Background' });
    else
      for (const { metadata } of before.items)
        await client.delete({ ...address, name: metadata.name ?? '' }, { propagationPolicy: 'Background' });
    const { items } = await client.list(address);
    const isExpected = isWaiting || items.length === 0 || items.some(({ metadata }) => metadata.finalizers?.length);
    return isExpected ? { items } : { items, problem: unexpectedText(namespace, resource) };
  } catch (error) {
    if (error instanceof ApiError) return { items: [], problem: error.message };
    throw error;
  }
}

const unexpectedText = (namespace: string, { group, version, resource }: DiscoveredResource): string =>
  `unexpected items still remain in namespace: ${namespace} for gvr: ${group}/${version}, Resource=${resource}`;

/** Reports whether pods may still be within their grace period since the deletion of the namespace. */
function isTerminating(pods: readonly ApiObject[], { clock, deletedAt }: EmptyingContext): boolean {
  const periods = (pods as readonly Pod[])
    .filter((pod) => !hasEnded(pod))
    .map(({ spec }) => Number(spec?.terminationGracePeriodSeconds ?? 0));
  return clock.now() - Date.parse(deletedAt) < Math.max(0, ...periods) * 1000;
}
