import type { Node, Pod } from '../../api/kinds/core-v1.generated.ts';
import { nodeUse } from '../objects/node-capacity.ts';
import { code, facts, lines, overview, subtle, type Text, table } from './card.ts';
import { podsCard, relatedObjects } from './pods-table.ts';

/** The facts of a node, the requests of its pods, and its pods. */
export const nodeOverview = overview<Node>((node, context) => {
  const { spec, status } = node;
  const pods = relatedObjects<Pod>(context, 'core/Pod', ['used by']);
  const { osImage, kernelVersion, containerRuntimeVersion, kubeletVersion, architecture } = status?.nodeInfo ?? {};
  return [
    {
      title: 'Resources',
      emptyText: 'The kubelet has not reported the resources of the node.',
      tables: table(
        'Requested of allocatable',
        ['Resource', 'Requested', 'Capacity'],
        nodeUse(node, pods).map(({ resource, requested, allocatable, text }): Text[] => [
          resource,
          {
            type: 'bar',
            label: `Requested ${resource}`,
            count: requested,
            of: allocatable,
            text,
            explains: `requested.${resource}`,
          },
          String(status?.capacity?.[resource] ?? '–'),
        ]),
      ),
    },
    {
      title: 'Node',
      facts: facts([
        ['Addresses', lines((status?.addresses ?? []).map(({ type, address }) => [`${address} `, subtle(type)]))],
        ['Pod range', spec?.podCIDRs?.join(', ') || spec?.podCIDR],
        ['Kubelet', kubeletVersion],
        ['Runtime', containerRuntimeVersion],
        ['System', osImage && [osImage, ' ', subtle([kernelVersion, architecture].filter(Boolean).join(', '))]],
        [
          'Taints',
          (spec?.taints ?? []).length > 0 &&
            lines(
              (spec?.taints ?? []).map(({ key, value, effect }) => code(`${key}${value ? `=${value}` : ''}:${effect}`)),
            ),
        ],
        ['Images', (status?.images ?? []).length || undefined],
      ]),
    },
    podsCard('Pods', pods, 'No pods. The scheduler assigns pods to nodes.', true),
  ];
});
