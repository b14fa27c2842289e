import type { Dialect } from '../../api/dialect.ts';
import type { PersistentVolume, PersistentVolumeClaim, Pod } from '../../api/kinds/core-v1.generated.ts';
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  StorageClass,
  VolumeAttachment,
} from '../../api/kinds/storage-v1.generated.ts';
import { DEFAULT_CLASS_ANNOTATION } from '../../api/kubernetes-names.ts';
import type { ApiObject } from '../../api/object.ts';
import { stateOf } from '../states/state-of.ts';
import {
  age,
  code,
  facts,
  type OverviewCard,
  objectText,
  overview,
  pairsText,
  stateText,
  subtle,
  type Text,
  table,
} from './card.ts';
import { podsCard, relatedObjects, selectorText } from './pods-table.ts';

const classText = (name: string | undefined): Text =>
  name ? objectText('storage/StorageClass', { name }) : subtle('None');

/** The request of a claim and its volume. */
export const claimOverview = overview<PersistentVolumeClaim>((claim, context) => {
  const { spec, status } = claim;
  return [
    {
      title: 'Claim',
      facts: facts([
        ['State', stateText(stateOf(claim, context.dialect, context.objects))],
        ['Volume', spec?.volumeName ? objectText('core/PersistentVolume', { name: spec.volumeName }) : subtle('None')],
        ['Requested', String(spec?.resources?.requests?.storage ?? '')],
        ['Capacity', String(status?.capacity?.storage ?? '')],
        ['Access modes', spec?.accessModes?.join(', ')],
        ['Volume mode', spec?.volumeMode],
        ['Storage class', classText(spec?.storageClassName)],
        ['Selector', spec?.selector && selectorText(spec.selector)],
        ['Data source', spec?.dataSource && `${spec.dataSource.kind} ${spec.dataSource.name}`],
      ]),
    },
    podsCard('Pods', relatedObjects<Pod>(context, 'core/Pod', ['used by']), 'No pod uses the claim.'),
  ];
});

/** Members of a volume's spec that are not its source. */
const NO_SOURCE = new Set([
  ...['capacity', 'accessModes', 'claimRef', 'persistentVolumeReclaimPolicy', 'storageClassName', 'mountOptions'],
  ...['volumeMode', 'nodeAffinity'],
]);

export const volumeOverview = overview<PersistentVolume>((volume, { dialect, objects }) => {
  const { spec } = volume;
  const source = Object.entries(spec ?? {}).find(([name]) => !NO_SOURCE.has(name));
  return [
    {
      title: 'Volume',
      facts: facts([
        ['State', stateText(stateOf(volume, dialect, objects))],
        ['Claim', spec?.claimRef ? objectText('core/PersistentVolumeClaim', spec.claimRef) : subtle('None')],
        ['Capacity', String(spec?.capacity?.storage ?? '')],
        ['Access modes', spec?.accessModes?.join(', ')],
        ['Volume mode', spec?.volumeMode],
        [
          'Reclaim policy',
          [
            spec?.persistentVolumeReclaimPolicy ?? 'Retain',
            ' ',
            subtle(RECLAIM[spec?.persistentVolumeReclaimPolicy ?? 'Retain'] ?? ''),
          ],
        ],
        ['Storage class', classText(spec?.storageClassName)],
        ['Source', source && [source[0], ' ', code(pairsText(source[1] as Record<string, unknown>) ?? '')]],
        ['Mount options', spec?.mountOptions?.join(', ')],
        [
          'Nodes',
          spec?.nodeAffinity?.required &&
            code(
              (spec.nodeAffinity.required.nodeSelectorTerms ?? [])
                .flatMap(({ matchExpressions }) =>
                  (matchExpressions ?? []).map(
                    ({ key, operator, values }) => `${key} ${operator} ${values?.join(', ') ?? ''}`,
                  ),
                )
                .join('; '),
            ),
        ],
      ]),
    },
  ];
});

const RECLAIM: Readonly<Record<string, string>> = {
  Retain: 'kept when the claim is deleted',
  Delete: 'deleted with the claim',
  Recycle: 'emptied when the claim is deleted',
};

const isDefault = ({ metadata }: ApiObject, dialect: Dialect): boolean =>
  metadata.annotations?.[dialect.rename(DEFAULT_CLASS_ANNOTATION)] === 'true';

export const storageClassOverview = overview<StorageClass>((storageClass, context) => {
  const { provisioner, parameters, reclaimPolicy, volumeBindingMode, allowVolumeExpansion } = storageClass;
  const claims = relatedObjects<PersistentVolumeClaim>(context, 'core/PersistentVolumeClaim', ['referred to by']);
  return [
    {
      title: 'Storage class',
      facts: facts([
        ['Provisioner', code(provisioner)],
        ['Default', isDefault(storageClass, context.dialect) ? 'Yes: used by claims that name no class' : 'No'],
        [
          'Binding',
          volumeBindingMode === 'WaitForFirstConsumer' ? 'When a pod uses the claim' : 'When the claim is created',
        ],
        ['Reclaim policy', [reclaimPolicy ?? 'Delete', ' ', subtle(RECLAIM[reclaimPolicy ?? 'Delete'] ?? '')]],
        ['Expansion', allowVolumeExpansion ? 'Allowed' : 'Not allowed'],
        ['Parameters', parameters && code(pairsText(parameters) ?? '')],
      ]),
    },
    claimsCard(claims, context.dialect),
  ];
});

const claimsCard = (claims: readonly PersistentVolumeClaim[], dialect: Dialect): OverviewCard => ({
  title: 'Claims',
  emptyText: 'No claim names this class.',
  tables: table(
    'Claims',
    ['Claim', 'Namespace', 'State', 'Requested', 'Age'],
    claims.map((claim) => [
      objectText('core/PersistentVolumeClaim', claim.metadata),
      claim.metadata.namespace ?? '',
      { type: 'state', mark: stateOf(claim, dialect)?.mark ?? 'info', text: claim.status?.phase ?? 'Pending' },
      String(claim.spec?.resources?.requests?.storage ?? ''),
      age(claim.metadata.creationTimestamp),
    ]),
  ),
});

export const driverOverview = overview<CSIDriver>(({ spec }) => [
  {
    title: 'CSI driver',
    facts: facts([
      ['Attach required', spec?.attachRequired === false ? 'No' : 'Yes'],
      ['Pod information', spec?.podInfoOnMount ? 'Passed on mount' : 'Not passed'],
      ['Volume lifecycle', spec?.volumeLifecycleModes?.join(', ')],
      ['Storage capacity', spec?.storageCapacity ? 'Tracked' : 'Not tracked'],
      ['File system group', spec?.fsGroupPolicy],
    ]),
  },
]);

export const csiNodeOverview = overview<CSINode>(({ spec }) => [
  {
    title: 'Drivers',
    emptyText: 'No driver is registered on the node.',
    tables: table(
      'Drivers',
      ['Driver', 'Node id', 'Volumes'],
      (spec?.drivers ?? []).map(({ name, nodeID, allocatable }) => [
        objectText('storage/CSIDriver', { name }),
        nodeID,
        allocatable?.count === undefined ? 'Unlimited' : String(allocatable.count),
      ]),
    ),
  },
]);

export const attachmentOverview = overview<VolumeAttachment>(({ spec, status }) => [
  {
    title: 'Attachment',
    facts: facts([
      [
        'State',
        stateText(
          status?.attached
            ? { word: 'Attached', mark: 'success' }
            : { word: 'Not attached', mark: 'info', reason: status?.attachError?.message },
        ),
      ],
      [
        'Volume',
        spec.source.persistentVolumeName &&
          objectText('core/PersistentVolume', { name: spec.source.persistentVolumeName }),
      ],
      ['Node', objectText('core/Node', { name: spec.nodeName })],
      ['Attacher', code(spec.attacher)],
    ]),
  },
]);

export const storageCapacityOverview = overview<CSIStorageCapacity>((capacity) => [
  {
    title: 'Capacity',
    facts: facts([
      ['Storage class', classText(capacity.storageClassName)],
      ['Capacity', String(capacity.capacity ?? 'Unknown')],
      ['Largest volume', String(capacity.maximumVolumeSize ?? 'Unknown')],
      ['Nodes', selectorText(capacity.nodeTopology, 'Every node')],
    ]),
  },
]);
