import type {
  Container,
  ContainerStatus,
  EnvVar,
  Pod,
  Probe,
  ResourceRequirements,
  Volume,
} from '../../api/kinds/core-v1.generated.ts';
import { volumeSources } from '../relations/pod-links.ts';
import { containerState, lastEnd } from '../states/pod-state.ts';
import {
  code,
  counted,
  facts,
  lines,
  type OverviewCard,
  objectText,
  overview,
  stateText,
  subtle,
  type Text,
  table,
} from './card.ts';

/** The containers of a pod, one card each, and where the pod runs. */
export const podOverview = overview<Pod>((pod) => {
  const { metadata, spec, status } = pod;
  const statuses = new Map(
    [
      ...(status?.initContainerStatuses ?? []),
      ...(status?.containerStatuses ?? []),
      ...(status?.ephemeralContainerStatuses ?? []),
    ].map((each) => [each.name, each]),
  );
  const card =
    (title: string) =>
    (container: Container): OverviewCard => ({
      ...containerCard(container, spec?.volumes ?? [], metadata.namespace, statuses.get(container.name)),
      title: `${title} ${container.name}`,
    });
  return [
    ...(spec?.containers ?? []).map(card('Container')),
    ...(spec?.initContainers ?? []).map(card('Init container')),
    ...((spec?.ephemeralContainers ?? []) as Container[]).map(card('Ephemeral container')),
    placementCard(pod),
  ];
});

/** The containers of a pod template, without states. */
export const templateCards = (spec: Pod['spec'], namespace: string | undefined): OverviewCard[] => [
  ...(spec?.containers ?? []).map((container) => ({
    ...containerCard(container, spec?.volumes ?? [], namespace),
    title: `Template: container ${container.name}`,
  })),
  ...(spec?.initContainers ?? []).map((container) => ({
    ...containerCard(container, spec?.volumes ?? [], namespace),
    title: `Template: init container ${container.name}`,
  })),
];

function containerCard(
  container: Container,
  volumes: readonly Volume[],
  namespace: string | undefined,
  status?: ContainerStatus,
): Omit<OverviewCard, 'title'> {
  const { image = '', imagePullPolicy, command, args, ports, env, envFrom, volumeMounts } = container;
  const restarts = status?.restartCount ?? 0;
  return {
    state: containerState(status),
    facts: facts([
      ['State', status && stateText(containerState(status))],
      ['Image', [code(image), ...(imagePullPolicy ? [' ', subtle(imagePullPolicy)] : [])]],
      ['Restarts', restarts > 0 && counted(restarts, 'restart', `restarts.${container.name}`)],
      ['Last end', lastEnd(status)?.replace('Last run: ', '')],
      ['Ports', (ports ?? []).map(portText).join(', ')],
      ['Command', command && code([...command, ...(args ?? [])].join(' '))],
      ['Arguments', !command && args && code(args.join(' '))],
      ['Requests', amountsText(container.resources, 'requests')],
      ['Limits', amountsText(container.resources, 'limits')],
      ...probeFacts(container),
    ]),
    tables: [
      ...table(
        'Environment',
        ['Name', 'Value'],
        [
          ...(envFrom ?? []).map(({ prefix = '', configMapRef, secretRef }) => [
            `${prefix}*`,
            configMapRef
              ? ['every key of ', objectText('core/ConfigMap', { namespace, name: configMapRef.name }, true)]
              : ['every key of ', objectText('core/Secret', { namespace, name: secretRef?.name }, true)],
          ]),
          ...(env ?? []).map((variable) => [code(variable.name), valueText(variable, namespace)]),
        ],
      ),
      ...table(
        'Mounts',
        ['Path', 'From'],
        (volumeMounts ?? []).map(({ mountPath, name, readOnly, subPath }) => [
          [code(mountPath), ...(readOnly ? [' ', subtle('read only')] : [])],
          [
            lines(volumeText(volumes.find((volume) => volume.name === name) ?? { name }, namespace)),
            ...(subPath ? [' ', subtle(`path ${subPath}`)] : []),
          ],
        ]),
      ),
    ],
  };
}

const portText = ({
  name,
  containerPort,
  protocol = 'TCP',
  hostPort,
}: NonNullable<Container['ports']>[number]): string =>
  `${name ? `${name} ` : ''}${containerPort}/${protocol}${hostPort ? ` on host port ${hostPort}` : ''}`;

const amountsText = (resources: ResourceRequirements | undefined, kind: 'requests' | 'limits'): string =>
  Object.entries(resources?.[kind] ?? {})
    .map(([name, amount]) => `${name} ${amount}`)
    .join(', ');

const probeFacts = ({ startupProbe, livenessProbe, readinessProbe }: Container): [string, string | undefined][] => [
  ['Startup probe', probeText(startupProbe)],
  ['Liveness probe', probeText(livenessProbe)],
  ['Readiness probe', probeText(readinessProbe)],
];

/** Returns the action, period and failure threshold of a probe: `GET :8080/healthz every 10s, fails after 3`. */
function probeText(probe: Probe | undefined): string | undefined {
  if (!probe) return undefined;
  const { httpGet, tcpSocket, grpc, exec, periodSeconds = 10, failureThreshold = 3, initialDelaySeconds } = probe;
  const action = httpGet
    ? `GET ${httpGet.scheme === 'HTTPS' ? 'https' : ''}:${httpGet.port}${httpGet.path ?? '/'}`
    : tcpSocket
      ? `connect to port ${tcpSocket.port}`
      : grpc
        ? `gRPC health of port ${grpc.port}`
        : `run ${exec?.command?.join(' ') ?? ''}`;
  const delay = initialDelaySeconds ? `, first after ${initialDelaySeconds}s` : '';
  return `${action} every ${periodSeconds}s${delay}, fails after ${failureThreshold}`;
}

function valueText({ value, valueFrom }: EnvVar, namespace: string | undefined): Text {
  const { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef } = valueFrom ?? {};
  if (configMapKeyRef)
    return [
      `${configMapKeyRef.key} of `,
      objectText('core/ConfigMap', { namespace, name: configMapKeyRef.name }, true),
    ];
  if (secretKeyRef)
    return [`${secretKeyRef.key} of `, objectText('core/Secret', { namespace, name: secretKeyRef.name }, true)];
  if (fieldRef) return ['field ', code(fieldRef.fieldPath)];
  if (resourceFieldRef) return ['resource ', code(resourceFieldRef.resource)];
  return value ? code(value) : subtle('Empty');
}

/** Returns where the content of a volume comes from. */
function volumeText(volume: Volume, namespace: string | undefined): Text[] {
  const sources = volumeSources(volume).map(({ kind, name }) => objectText(kind, { namespace, name }, true));
  const parts = (volume.projected?.sources ?? []).flatMap((source): Text[] => [
    ...(source.serviceAccountToken ? ['service account token'] : []),
    ...(source.downwardAPI ? ['fields of the pod'] : []),
  ]);
  if (sources.length + parts.length > 0) return [...sources, ...parts];
  const { name, emptyDir, hostPath, downwardAPI, nfs, csi, ephemeral } = volume;
  if (emptyDir) return [emptyDir.medium === 'Memory' ? 'empty directory in memory' : 'empty directory'];
  if (hostPath) return [['node path ', code(hostPath.path)]];
  if (downwardAPI) return ['fields of the pod'];
  if (nfs) return [['NFS ', code(`${nfs.server}:${nfs.path}`)]];
  if (csi) return [['CSI driver ', code(csi.driver)]];
  if (ephemeral) return ['claim made for the pod'];
  return [`volume ${name}`];
}

function placementCard({ metadata, spec, status }: Pod): OverviewCard {
  return {
    title: 'Placement',
    facts: facts([
      ['Node', spec?.nodeName ? objectText('core/Node', { name: spec.nodeName }) : subtle('None')],
      ['Pod IP', (status?.podIPs ?? []).map(({ ip }) => ip).join(', ') || status?.podIP],
      [
        'Service account',
        spec?.serviceAccountName &&
          objectText('core/ServiceAccount', { namespace: metadata.namespace, name: spec.serviceAccountName }),
      ],
      ['QoS class', status?.qosClass],
      ['Restart policy', spec?.restartPolicy],
      [
        'Priority',
        spec?.priorityClassName
          ? [objectText('scheduling/PriorityClass', { name: spec.priorityClassName }), ` ${spec.priority ?? ''}`]
          : undefined,
      ],
      [
        'Node selector',
        spec?.nodeSelector && lines(Object.entries(spec.nodeSelector).map(([name, value]) => code(`${name}=${value}`))),
      ],
      ['Tolerations', (spec?.tolerations ?? []).length > 0 && lines((spec?.tolerations ?? []).map(tolerationText))],
    ]),
  };
}

const tolerationText = ({
  key,
  operator,
  value,
  effect,
  tolerationSeconds,
}: NonNullable<NonNullable<Pod['spec']>['tolerations']>[number]): string =>
  `${key ?? 'every taint'}${operator !== 'Exists' && value ? `=${value}` : ''}${effect ? `:${effect}` : ''}${
    tolerationSeconds === undefined ? '' : ` for ${tolerationSeconds}s`
  }`;
