import type { ApiObject } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import type { PlatformPort } from '../platform-port.ts';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };

/** The namespace with the annotation that names the scenario of a prepared cluster. Every cluster has it. */
export const MARKED_NAMESPACE = { ...NAMESPACES, name: 'kube-system' };
const ANNOTATION = 'tabplane.dev/scenario';

/** Returns the name of the scenario for which the cluster was prepared, from its marked namespace. */
export const scenarioOf = (namespace: ApiObject | undefined): string | undefined =>
  namespace?.metadata.annotations?.[ANNOTATION];

/** Marks the cluster as completely prepared. @throws ApiError */
export const markPrepared = async (client: ApiClient, scenario: string): Promise<void> =>
  void (await client.patch(MARKED_NAMESPACE, 'merge', { metadata: { annotations: { [ANNOTATION]: scenario } } }));

/**
 * The session item with the cluster to prepare. An address alone prepares nothing, because it may come from another page
 * and would fill the cluster of the tab.
 */
const SETTING = 'tabplane.preparation';

interface Preparation {
  /** The database of the new cluster, whose name a later cluster might have. */
  readonly database: string;
  readonly scenario: string;
}

/** Keeps which cluster this tab prepares when it has loaded it. */
export const keepPreparation = (session: PlatformPort['session'], preparation: Preparation): void =>
  session.setItem(SETTING, JSON.stringify(preparation));

/** Returns the scenario for which this tab prepares a cluster; undefined for other clusters. */
export function preparationOf(session: PlatformPort['session'], database: string): string | undefined {
  const kept = JSON.parse(session.getItem(SETTING) ?? '{}') as Partial<Preparation>;
  return kept.database === database ? kept.scenario : undefined;
}

/** Forgets the preparation of this tab. */
export const forgetPreparation = (session: PlatformPort['session']): void => session.setItem(SETTING, '{}');
