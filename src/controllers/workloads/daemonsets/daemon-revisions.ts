import type { ControllerRevision, DaemonSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import type { Informer } from '../../../client/informer.ts';
import { isDeepEqual } from '../deep-equal.ts';
import {
  CONTROLLER_REVISIONS,
  nextRevision,
  REVISION_LABEL,
  revisionData,
  revisionOf,
  revisionOrder,
} from '../history/controller-revisions.ts';
import { deleteRevision, updateRevision } from '../history/revision-writer.ts';
import { claimObjects } from '../pods/claims.ts';
import { PODS } from '../pods/pod-control.ts';
import { DAEMON_SET_KIND, targetNode } from './daemon-pods.ts';
import { DAEMON_SETS, snapshotTemplate } from './daemon-snapshot.ts';

/** The revisions of a daemon set, and its pods with their updated labels. */
export interface DaemonRevisions {
  readonly current: ControllerRevision;
  /** The revisions of other templates, oldest first. */
  readonly old: readonly ControllerRevision[];
  readonly pods: readonly Pod[];
}

/**
 * Returns the revisions of a set, after creating or renewing the revision of its template. Of several with this
 * template, the newest stays.
 */
export async function syncDaemonRevisions(
  set: DaemonSet,
  pods: readonly Pod[],
  revisions: Informer<ControllerRevision>,
  client: ApiClient,
): Promise<DaemonRevisions> {
  const claimed = await claimObjects(set, labelSelectorFromObject(set.spec?.selector), {
    client,
    ownerKind: DAEMON_SET_KIND,
    owners: DAEMON_SETS,
    objects: revisions,
    address: CONTROLLER_REVISIONS,
  });
  const known: ControllerRevision[] = [];
  for (const revision of claimed.sort(revisionOrder)) known.push(await withHash(revision, client));
  const data = revisionData(set.spec?.template);
  const equal = known.filter((revision) => isDeepEqual(revision.data, data));
  const old = known.filter((revision) => !equal.includes(revision));
  const number = nextRevision(old);
  const newest = equal.pop();
  if (!newest) return { current: await snapshotTemplate(set, data, number, client), old, pods };
  const relabelled = equal.length > 0 ? await relabel(pods, revisionOf(newest), client) : pods;
  for (const duplicate of equal) await deleteRevision(client, duplicate);
  const current = newest.revision < number ? await updateRevision(client, { ...newest, revision: number }) : newest;
  return { current, old, pods: relabelled };
}

/** Adds the hash to a revision without one: its name, which cannot collide with another revision. */
async function withHash(revision: ControllerRevision, client: ApiClient): Promise<ControllerRevision> {
  const { labels, name = '' } = revision.metadata;
  if (labels?.[REVISION_LABEL] !== undefined) return revision;
  const metadata = { ...revision.metadata, labels: { ...labels, [REVISION_LABEL]: name } };
  return updateRevision(client, { ...revision, metadata });
}

/** Labels all pods with the hash of the revision that stays, because the others are about to be deleted. */
async function relabel(pods: readonly Pod[], hash: string, client: ApiClient): Promise<Pod[]> {
  const relabelled: Pod[] = [];
  for (const pod of pods) {
    const { namespace = '', name = '' } = pod.metadata;
    const patch = { metadata: { labels: { [REVISION_LABEL]: hash } } };
    const isLabelled = revisionOf(pod) === hash;
    relabelled.push(isLabelled ? pod : await client.patch<Pod>({ ...PODS, namespace, name }, 'merge', patch));
  }
  return relabelled;
}

/** Deletes the oldest revisions beyond the history limit that no pod has, not even a pod about to be deleted. */
export async function truncateDaemonHistory(
  set: DaemonSet,
  old: readonly ControllerRevision[],
  pods: readonly Pod[],
  client: ApiClient,
): Promise<void> {
  const used = new Set(pods.filter((pod) => targetNode(pod) !== undefined).map(revisionOf));
  const surplus = Math.max(0, old.length - (set.spec?.revisionHistoryLimit ?? 10));
  const unused = old.filter((revision) => revisionOf(revision) === '' || !used.has(revisionOf(revision)));
  for (const revision of unused.slice(0, surplus)) await deleteRevision(client, revision);
}
