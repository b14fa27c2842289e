import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { LabelSelector } from '../../api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { labelSelectorFromObject } from '../../api/selectors/label-selector.ts';
import type { KindKey } from '../objects/kind-key.ts';
import type { RelationName } from '../relations/relation.ts';
import { podState } from '../states/pod-state.ts';
import {
  age,
  code,
  counted,
  type OverviewCard,
  type OverviewContext,
  objectText,
  stateText,
  subtle,
  type Text,
  table,
} from './card.ts';

/** Returns the known objects of a kind to which an object relates. */
export function relatedObjects<T extends ApiObject>(
  { relations, objects }: OverviewContext,
  kind: KindKey,
  names: readonly RelationName[],
): T[] {
  const related = new Set(
    relations
      .filter((relation) => relation.kind === kind && names.includes(relation.relation))
      .map(({ namespace = '', name }) => `${namespace}/${name}`),
  );
  const known = (objects.get(kind) ?? []) as readonly T[];
  return known.filter(({ metadata: { namespace = '', name } }) => related.has(`${namespace}/${name}`));
}

/**
 * Returns a card of pods with their states.
 * @param emptyText text when there are no pods
 * @param ofNode whether to show the pods' namespaces instead of their node
 */
export const podsCard = (title: string, pods: readonly Pod[], emptyText: string, ofNode = false): OverviewCard => ({
  title,
  emptyText,
  tables: table(
    'Pods',
    ['Pod', 'State', 'Restarts', ofNode ? 'Namespace' : 'Node', 'Age'],
    pods.map((pod): Text[] => [
      objectText('core/Pod', pod.metadata),
      stateText(podState(pod)),
      restartsText(pod),
      ofNode ? (pod.metadata.namespace ?? '') : nodeText(pod),
      age(pod.metadata.creationTimestamp),
    ]),
  ),
});

/** Returns the number of restarts of a pod's containers; explained when there are any. */
function restartsText({ metadata, status }: Pod): Text {
  const restarts = (status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);
  if (restarts === 0) return '0';
  const of = { kind: 'core/Pod', namespace: metadata.namespace, name: metadata.name ?? '' } as const;
  return { ...counted(restarts, 'restart', 'restarts'), of };
}

const nodeText = ({ spec }: Pod): Text =>
  spec?.nodeName ? objectText('core/Node', { name: spec.nodeName }) : subtle('None');

/** Returns a selector as text, or words for a selector that matches everything or nothing. */
export function selectorText(selector: LabelSelector | undefined, everything = 'Everything'): Text {
  if (!selector) return subtle('Nothing');
  try {
    const text = labelSelectorFromObject(selector).toString();
    return text ? code(text) : everything;
  } catch {
    return code(JSON.stringify(selector));
  }
}
