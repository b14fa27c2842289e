import type { Endpoints, Pod, Service } from '../../api/kinds/core-v1.generated.ts';
import type { EndpointSlice } from '../../api/kinds/discovery-v1.generated.ts';
import type {
  Ingress,
  IngressBackend,
  IngressClass,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
} from '../../api/kinds/networking-v1.generated.ts';
import {
  code,
  counted,
  facts,
  lines,
  type OverviewCard,
  objectText,
  overview,
  subtle,
  type Text,
  table,
} from './card.ts';
import { podsCard, relatedObjects, selectorText } from './pods-table.ts';

/** The backends of a service: its ports from → to, the matching pods and the published endpoints. */
export const serviceOverview = overview<Service>((service, context) => {
  const { spec } = service;
  const selector = Object.entries(spec?.selector ?? {});
  const slices = relatedObjects<EndpointSlice>(context, 'discovery/EndpointSlice', ['owned']);
  return [
    {
      title: 'Service',
      facts: facts([
        ['Type', spec?.type],
        ['Cluster IP', spec?.clusterIPs?.join(', ') || spec?.clusterIP],
        ['External name', spec?.externalName],
        ['External IPs', spec?.externalIPs?.join(', ')],
        [
          'Load balancer',
          (service.status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname).join(', '),
        ],
        ['Selector', selector.length > 0 && lines(selector.map(([name, value]) => code(`${name}=${value}`)))],
        ['Ready endpoints', spec?.type !== 'ExternalName' && counted(readyEndpoints(slices), 'endpoint', 'endpoints')],
        ['Session affinity', spec?.sessionAffinity !== 'None' && spec?.sessionAffinity],
      ]),
      tables: table(
        'Ports',
        ['Name', 'From → to'],
        (spec?.ports ?? []).map(({ name, port, targetPort, protocol = 'TCP', nodePort }) => [
          name ?? subtle('None'),
          `${nodePort ? `node port ${nodePort} → ` : ''}${port}/${protocol} → ${targetPort ?? port}`,
        ]),
      ),
    },
    endpointsCard(
      slices.flatMap((slice) => endpointRows(slice)),
      'No endpoints. Ready pods that match the selector appear here.',
    ),
    ...(selector.length > 0
      ? [
          podsCard(
            'Matching pods',
            relatedObjects<Pod>(context, 'core/Pod', ['selects']),
            'No pod matches the selector.',
          ),
        ]
      : []),
  ];
});

const readyEndpoints = (slices: readonly EndpointSlice[]): number =>
  slices.flatMap(({ endpoints }) => endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false).length;

const endpointsCard = (rows: readonly (readonly Text[])[], emptyText: string): OverviewCard => ({
  title: 'Endpoints',
  emptyText,
  tables: table('Endpoints', ['Address', 'State', 'Pod', 'Node'], rows),
});

const READY: Text = { type: 'state', mark: 'success', text: 'Ready' };
const NOT_READY: Text = { type: 'state', mark: 'warning', text: 'Not ready' };

function endpointRows({ metadata, endpoints, ports }: EndpointSlice): Text[][] {
  const numbers = (ports ?? []).map(({ port }) => port ?? '*').join(',');
  return (endpoints ?? []).map(({ addresses, conditions, targetRef, nodeName }) => [
    (addresses ?? []).map((address) => `${address}:${numbers}`).join(', '),
    conditions?.terminating
      ? { type: 'state', mark: 'warning', text: 'Terminating' }
      : conditions?.ready === false
        ? NOT_READY
        : READY,
    targetRef ? objectText('core/Pod', { namespace: metadata.namespace, name: targetRef.name }) : subtle('None'),
    nodeName ? objectText('core/Node', { name: nodeName }) : subtle('None'),
  ]);
}

export const endpointSliceOverview = overview<EndpointSlice>((slice) => [
  {
    title: 'Endpoint slice',
    facts: facts([
      ['Address type', slice.addressType],
      [
        'Ports',
        (slice.ports ?? [])
          .map(({ name, port, protocol }) => `${name ? `${name} ` : ''}${port ?? '*'}/${protocol ?? 'TCP'}`)
          .join(', ') || 'None',
      ],
    ]),
  },
  endpointsCard(endpointRows(slice), 'No endpoints.'),
]);

export const endpointsOverview = overview<Endpoints>(({ metadata, subsets }) => [
  endpointsCard(
    (subsets ?? []).flatMap(({ addresses, notReadyAddresses, ports }) => {
      const numbers = (ports ?? []).map(({ port }) => port).join(',');
      const row =
        (state: Text) =>
        ({ ip, targetRef, nodeName }: NonNullable<typeof addresses>[number]): Text[] => [
          `${ip}:${numbers}`,
          state,
          targetRef ? objectText('core/Pod', { namespace: metadata.namespace, name: targetRef.name }) : subtle('None'),
          nodeName ? objectText('core/Node', { name: nodeName }) : subtle('None'),
        ];
      return [...(addresses ?? []).map(row(READY)), ...(notReadyAddresses ?? []).map(row(NOT_READY))];
    }),
    'No endpoints.',
  ),
]);

const backendText = (backend: IngressBackend | undefined, namespace: string | undefined): Text =>
  backend?.service
    ? [
        objectText('core/Service', { namespace, name: backend.service.name }, true),
        `:${backend.service.port?.name ?? backend.service.port?.number ?? ''}`,
      ]
    : `${backend?.resource?.kind ?? ''} ${backend?.resource?.name ?? ''}`;

export const ingressOverview = overview<Ingress>(({ metadata, spec, status }) => [
  {
    title: 'Ingress',
    facts: facts([
      [
        'Class',
        spec?.ingressClassName
          ? objectText('networking/IngressClass', { name: spec.ingressClassName })
          : subtle('Default class'),
      ],
      [
        'Address',
        (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname).join(', ') || subtle('None'),
      ],
      ['Default backend', spec?.defaultBackend && backendText(spec.defaultBackend, metadata.namespace)],
    ]),
    tables: [
      ...table(
        'Rules',
        ['From', 'To'],
        (spec?.rules ?? []).flatMap(({ host = '*', http }) =>
          (http?.paths ?? []).map(({ path = '/', pathType, backend }) => [
            [code(`${host}${path}`), ' ', subtle(pathType)],
            ['→ ', backendText(backend, metadata.namespace)].flat() as Text,
          ]),
        ),
      ),
      ...table(
        'TLS',
        ['Hosts', 'Secret'],
        (spec?.tls ?? []).map(({ hosts, secretName }) => [
          hosts?.join(', ') || 'Every host',
          secretName ? objectText('core/Secret', { namespace: metadata.namespace, name: secretName }) : subtle('None'),
        ]),
      ),
    ],
  },
]);

export const ingressClassOverview = overview<IngressClass>(({ spec }) => [
  {
    title: 'Ingress class',
    facts: facts([
      ['Controller', spec?.controller],
      ['Parameters', spec?.parameters && `${spec.parameters.kind} ${spec.parameters.name}`],
    ]),
  },
]);

/** The allowed traffic to and from the selected pods. */
export const networkPolicyOverview = overview<NetworkPolicy>(({ spec }, context) => {
  const types = spec?.policyTypes ?? ['Ingress'];
  return [
    {
      title: 'Rules',
      facts: facts([
        ['Pods', selectorText(spec?.podSelector, 'Every pod of the namespace')],
        ...(types.includes('Ingress') && !spec?.ingress?.length
          ? [['Ingress', 'All traffic to the pods is denied.'] as const]
          : []),
        ...(types.includes('Egress') && !spec?.egress?.length
          ? [['Egress', 'All traffic from the pods is denied.'] as const]
          : []),
      ]),
      tables: table(
        'Allowed traffic',
        ['Direction', 'Peers', 'Ports'],
        [
          ...(spec?.ingress ?? []).map(({ from, ports }) => ['Ingress', peersText(from, 'from'), portsText(ports)]),
          ...(spec?.egress ?? []).map(({ to, ports }) => ['Egress', peersText(to, 'to'), portsText(ports)]),
        ],
      ),
    },
    podsCard('Selected pods', relatedObjects<Pod>(context, 'core/Pod', ['selects']), 'No pod matches the selector.'),
  ];
});

const portsText = (ports: readonly NetworkPolicyPort[] | undefined): Text =>
  ports?.length
    ? ports
        .map(
          ({ port, endPort, protocol = 'TCP' }) => `${port ?? 'every port'}${endPort ? `–${endPort}` : ''}/${protocol}`,
        )
        .join(', ')
    : 'Every port';

const peersText = (peers: readonly NetworkPolicyPeer[] | undefined, direction: string): Text =>
  peers?.length
    ? lines(
        peers.map(({ podSelector, namespaceSelector, ipBlock }) => {
          if (ipBlock) return [code(ipBlock.cidr), ...(ipBlock.except ? [` except ${ipBlock.except.join(', ')}`] : [])];
          const pods = ['pods ', selectorText(podSelector ?? {}, 'of every label')].flat();
          const namespaces = namespaceSelector
            ? [' in namespaces ', selectorText(namespaceSelector, 'of every label')].flat()
            : [];
          return [...pods, ...namespaces] as Text;
        }),
      )
    : `Everything ${direction} anywhere`;
