import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import type { ValidatingAdmissionPolicyBinding } from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import type { APIService } from '../../api/kinds/apiregistration-v1.generated.ts';
import type { StatefulSet } from '../../api/kinds/apps-v1.generated.ts';
import type { HorizontalPodAutoscaler } from '../../api/kinds/autoscaling-v2.generated.ts';
import type { CronJob } from '../../api/kinds/batch-v1.generated.ts';
import type {
  Event as CoreEvent,
  Endpoints,
  ObjectReference,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodTemplateSpec,
  Secret,
  Service,
  ServiceAccount,
} from '../../api/kinds/core-v1.generated.ts';
import type { EndpointSlice } from '../../api/kinds/discovery-v1.generated.ts';
import type { Event } from '../../api/kinds/events-v1.generated.ts';
import type { FlowSchema } from '../../api/kinds/flowcontrol-v1beta3.generated.ts';
import type { LabelSelector as LabelSelectorObject } from '../../api/kinds/meta-v1.generated.ts';
import type {
  Ingress,
  IngressBackend,
  NetworkPolicy,
  NetworkPolicyPeer,
} from '../../api/kinds/networking-v1.generated.ts';
import type { PodDisruptionBudget } from '../../api/kinds/policy-v1.generated.ts';
import type { ClusterRole, RoleBinding } from '../../api/kinds/rbac-v1.generated.ts';
import type { CSIStorageCapacity, StorageClass, VolumeAttachment } from '../../api/kinds/storage-v1.generated.ts';
import { SERVICE_ACCOUNT_NAME_ANNOTATION } from '../../api/kubernetes-names.ts';
import type { ApiObject } from '../../api/object.ts';
import {
  type LabelSelector,
  labelSelectorFromObject,
  labelSelectorFromPairs,
  noLabel,
} from '../../api/selectors/label-selector.ts';
import { type KindKey, kindKeyOf } from '../objects/kind-key.ts';
import { POD_USES, podSpecLinks } from './pod-links.ts';
import type { NameLink, ObjectLink, OwnRelation } from './relation.ts';

/** The fields of a kind that name or select other objects. */
export interface KindLinks {
  /** The kinds of possible targets. */
  readonly targets: readonly KindKey[];
  /** Whether targets can be in other namespaces. */
  readonly crossesNamespaces?: boolean;
  readonly linksOf: (object: ApiObject, dialect: Dialect) => readonly ObjectLink[];
}

const kind = <T extends ApiObject>(
  targets: readonly KindKey[],
  linksOf: (object: T, dialect: Dialect) => readonly ObjectLink[],
  crossesNamespaces = false,
): KindLinks => ({ targets, linksOf: linksOf as KindLinks['linksOf'], crossesNamespaces });

/** Returns a link by name; an empty list without a name. */
function named(
  relation: OwnRelation,
  to: KindKey,
  {
    namespace,
    name,
    detail,
    isOptional,
  }: { readonly [Member in keyof Omit<NameLink, 'relation' | 'kind'>]?: NameLink[Member] | undefined },
): ObjectLink[] {
  return name ? [{ relation, kind: to, namespace, name, detail, isOptional }] : [];
}

/** Returns a selector. An invalid one, as in custom resources that look like workloads, selects nothing. */
function parsed(selector: LabelSelectorObject | undefined): LabelSelector {
  try {
    return labelSelectorFromObject(selector);
  } catch {
    return noLabel;
  }
}

const selected = (
  to: KindKey,
  { namespace }: ApiObject['metadata'],
  selector: LabelSelector,
  relation: OwnRelation = 'selects',
  detail?: string,
): ObjectLink[] => (selector === noLabel ? [] : [{ relation, kind: to, namespace, selector, detail }]);

interface Templated extends ApiObject {
  readonly spec?: { readonly selector?: LabelSelectorObject; readonly template?: PodTemplateSpec };
}

const workload = kind<Templated>(['core/Pod', ...POD_USES], ({ metadata, spec }) => [
  ...selected('core/Pod', metadata, parsed(spec?.selector)),
  ...podSpecLinks(spec?.template?.spec, metadata.namespace),
]);

/** A reference to an object of any kind in the namespace of the one that refers. */
const typed = (
  { namespace }: ApiObject['metadata'],
  reference: Partial<ObjectReference> | undefined,
  dialect: Dialect,
  detail?: string,
): ObjectLink[] =>
  reference?.kind ? named('refers to', kindKeyOf(reference, dialect), { namespace, name: reference.name, detail }) : [];

const SERVICE_NAME = kubernetesName('kubernetes.io/service-name');

const backend = ({ namespace }: ApiObject['metadata'], to: IngressBackend | undefined, detail: string): ObjectLink[] =>
  named('refers to', 'core/Service', { namespace, name: to?.service?.name, detail });

const ingress = kind<Ingress>(['core/Service', 'core/Secret', 'networking/IngressClass'], ({ metadata, spec }) => [
  ...named('refers to', 'networking/IngressClass', { name: spec?.ingressClassName }),
  ...backend(metadata, spec?.defaultBackend, 'default'),
  ...(spec?.rules ?? []).flatMap(({ host = '*', http }) =>
    (http?.paths ?? []).flatMap((path) => backend(metadata, path.backend, `${host}${path.path ?? '/'}`)),
  ),
  ...(spec?.tls ?? []).flatMap(({ secretName, hosts }) =>
    named('uses', 'core/Secret', {
      namespace: metadata.namespace,
      name: secretName,
      detail: `TLS${hosts?.length ? ` for ${hosts.join(', ')}` : ''}`,
    }),
  ),
]);

/** Returns the peers that are pods of the policy's namespace. */
const peers = (
  metadata: ApiObject['metadata'],
  list: readonly NetworkPolicyPeer[] | undefined,
  detail: string,
): ObjectLink[] =>
  (list ?? []).flatMap(({ podSelector, namespaceSelector }) =>
    podSelector && !namespaceSelector ? selected('core/Pod', metadata, parsed(podSelector), 'allows', detail) : [],
  );

const networkPolicy = kind<NetworkPolicy>(['core/Pod'], ({ metadata, spec }) => [
  ...selected('core/Pod', metadata, parsed(spec?.podSelector)),
  ...(spec?.ingress ?? []).flatMap(({ from }) => peers(metadata, from, 'ingress')),
  ...(spec?.egress ?? []).flatMap(({ to }) => peers(metadata, to, 'egress')),
]);

const roleBinding = kind<RoleBinding>(
  ['rbac/Role', 'rbac/ClusterRole', 'core/ServiceAccount'],
  ({ metadata, roleRef, subjects }) => [
    ...named('binds', roleRef.kind === 'Role' ? 'rbac/Role' : 'rbac/ClusterRole', {
      namespace: roleRef.kind === 'Role' ? metadata.namespace : undefined,
      name: roleRef.name,
    }),
    ...(subjects ?? [])
      .filter((subject) => subject.kind === 'ServiceAccount')
      .flatMap(({ name, namespace = metadata.namespace }) =>
        named('allows', 'core/ServiceAccount', { namespace, name, detail: `${roleRef.kind} ${roleRef.name}` }),
      ),
  ],
  true,
);

interface Hooks extends ApiObject {
  readonly webhooks?: readonly {
    readonly name?: string;
    readonly clientConfig: { readonly service?: { readonly namespace?: string; readonly name?: string } };
  }[];
}

const webhooks = kind<Hooks>(
  ['core/Service'],
  ({ webhooks: list }) =>
    (list ?? []).flatMap(({ name: detail, clientConfig: { service } }) =>
      named('refers to', 'core/Service', { namespace: service?.namespace, name: service?.name, detail }),
    ),
  true,
);

/** Returns the link to an event's object. It is optional, because events outlive their objects. */
const subjectOf = (reference: ObjectReference | undefined, dialect: Dialect): ObjectLink[] =>
  named('refers to', kindKeyOf(reference ?? {}, dialect), {
    namespace: reference?.namespace,
    name: reference?.name,
    isOptional: true,
  });

const endpointTargets = (
  metadata: ApiObject['metadata'],
  endpoints: readonly { readonly targetRef?: ObjectReference | undefined }[],
): ObjectLink[] =>
  endpoints.flatMap(({ targetRef }) =>
    targetRef?.kind === 'Pod'
      ? named('refers to', 'core/Pod', { namespace: metadata.namespace, name: targetRef.name })
      : [],
  );

/** The links of each kind, except for owner references, which every kind may have. */
export const KIND_LINKS: Readonly<Record<KindKey, KindLinks>> = {
  'core/Pod': kind<Pod>([...POD_USES, 'core/Node'], ({ metadata, spec }) => podSpecLinks(spec, metadata.namespace)),
  'apps/Deployment': workload,
  'apps/ReplicaSet': workload,
  'apps/DaemonSet': workload,
  'apps/StatefulSet': kind<StatefulSet>([...workload.targets, 'core/Service'], (set, dialect) => [
    ...workload.linksOf(set, dialect),
    ...named('refers to', 'core/Service', { namespace: set.metadata.namespace, name: set.spec?.serviceName }),
  ]),
  'batch/Job': workload,
  'batch/CronJob': kind<CronJob>(POD_USES, ({ metadata, spec }) =>
    podSpecLinks(spec?.jobTemplate?.spec?.template?.spec, metadata.namespace),
  ),
  'core/ReplicationController': kind<ApiObject & { spec?: { selector?: Record<string, string> } & Templated['spec'] }>(
    workload.targets,
    ({ metadata, spec }) => [
      ...(spec?.selector ? selected('core/Pod', metadata, labelSelectorFromPairs(spec.selector)) : []),
      ...podSpecLinks(spec?.template?.spec, metadata.namespace),
    ],
  ),
  'core/Service': kind<Service>(['core/Pod'], ({ metadata, spec }) =>
    Object.keys(spec?.selector ?? {}).length > 0
      ? selected('core/Pod', metadata, labelSelectorFromPairs(spec?.selector))
      : [],
  ),
  'core/Endpoints': kind<Endpoints>(['core/Service'], ({ metadata, subsets }) => [
    ...named('refers to', 'core/Service', metadata),
    ...(subsets ?? []).flatMap(({ addresses, notReadyAddresses }) =>
      endpointTargets(metadata, [...(addresses ?? []), ...(notReadyAddresses ?? [])]),
    ),
  ]),
  'discovery/EndpointSlice': kind<EndpointSlice>(['core/Service', 'core/Pod'], ({ metadata, endpoints }, dialect) => [
    ...named('refers to', 'core/Service', {
      namespace: metadata.namespace,
      name: metadata.labels?.[dialect.rename(SERVICE_NAME)],
    }),
    ...endpointTargets(metadata, endpoints ?? []),
  ]),
  'networking/Ingress': ingress,
  'networking/NetworkPolicy': networkPolicy,
  'policy/PodDisruptionBudget': kind<PodDisruptionBudget>(['core/Pod'], ({ metadata, spec }) =>
    selected('core/Pod', metadata, parsed(spec?.selector)),
  ),
  'autoscaling/HorizontalPodAutoscaler': kind<HorizontalPodAutoscaler>(
    ['apps/Deployment', 'apps/StatefulSet', 'apps/ReplicaSet', 'core/ReplicationController'],
    ({ metadata, spec }, dialect) => typed(metadata, spec?.scaleTargetRef, dialect, 'scale target'),
  ),
  'core/Secret': kind<Secret>(['core/ServiceAccount'], ({ metadata }, dialect) =>
    named('refers to', 'core/ServiceAccount', {
      namespace: metadata.namespace,
      name: metadata.annotations?.[dialect.rename(SERVICE_ACCOUNT_NAME_ANNOTATION)],
      detail: 'token',
    }),
  ),
  'core/Event': kind<CoreEvent>([], ({ involvedObject }, dialect) => subjectOf(involvedObject, dialect)),
  'events/Event': kind<Event>([], ({ regarding }, dialect) => subjectOf(regarding, dialect)),
  'storage/CSIStorageCapacity': kind<CSIStorageCapacity>(['storage/StorageClass'], ({ storageClassName }) =>
    named('refers to', 'storage/StorageClass', { name: storageClassName }),
  ),
  'core/ServiceAccount': kind<ServiceAccount>(['core/Secret'], ({ metadata, secrets, imagePullSecrets }) => [
    ...(secrets ?? []).flatMap(({ name }) =>
      named('uses', 'core/Secret', { namespace: metadata.namespace, name, detail: 'mountable secret' }),
    ),
    ...(imagePullSecrets ?? []).flatMap(({ name }) =>
      named('uses', 'core/Secret', { namespace: metadata.namespace, name, detail: 'image pull secret' }),
    ),
  ]),
  'rbac/RoleBinding': roleBinding,
  'rbac/ClusterRoleBinding': roleBinding,
  'rbac/ClusterRole': kind<ClusterRole>(['rbac/ClusterRole'], ({ metadata, aggregationRule }) =>
    (aggregationRule?.clusterRoleSelectors ?? []).flatMap((selector) =>
      selected('rbac/ClusterRole', metadata, parsed(selector), 'selects', 'aggregated'),
    ),
  ),
  'core/PersistentVolumeClaim': kind<PersistentVolumeClaim>(['storage/StorageClass'], ({ metadata, spec }, dialect) => [
    ...named('refers to', 'storage/StorageClass', { name: spec?.storageClassName }),
    ...typed(metadata, spec?.dataSource, dialect, 'data source'),
  ]),
  'core/PersistentVolume': kind<PersistentVolume>(
    ['core/PersistentVolumeClaim', 'storage/StorageClass'],
    ({ spec }) => [
      ...named('binds', 'core/PersistentVolumeClaim', spec?.claimRef ?? {}),
      ...named('refers to', 'storage/StorageClass', { name: spec?.storageClassName }),
    ],
    true,
  ),
  'storage/StorageClass': kind<StorageClass>(['storage/CSIDriver'], ({ provisioner }) =>
    provisioner.includes('/') ? [] : named('refers to', 'storage/CSIDriver', { name: provisioner, isOptional: true }),
  ),
  'storage/VolumeAttachment': kind<VolumeAttachment>(['core/PersistentVolume', 'core/Node'], ({ spec }) => [
    ...named('refers to', 'core/PersistentVolume', { name: spec.source.persistentVolumeName }),
    ...named('refers to', 'core/Node', { name: spec.nodeName }),
  ]),
  'admissionregistration/MutatingWebhookConfiguration': webhooks,
  'admissionregistration/ValidatingWebhookConfiguration': webhooks,
  'admissionregistration/ValidatingAdmissionPolicyBinding': kind<ValidatingAdmissionPolicyBinding>(
    ['admissionregistration/ValidatingAdmissionPolicy'],
    ({ spec }) => named('binds', 'admissionregistration/ValidatingAdmissionPolicy', { name: spec?.policyName }),
  ),
  'apiregistration/APIService': kind<APIService>(
    ['core/Service'],
    ({ spec }) =>
      named('refers to', 'core/Service', { namespace: spec?.service?.namespace, name: spec?.service?.name }),
    true,
  ),
  'flowcontrol/FlowSchema': kind<FlowSchema>(['flowcontrol/PriorityLevelConfiguration'], ({ spec }) =>
    named('refers to', 'flowcontrol/PriorityLevelConfiguration', { name: spec?.priorityLevelConfiguration.name }),
  ),
};

/** The kinds whose objects a controller creates for an owner of a kind. */
const OWNED: Readonly<Record<KindKey, readonly KindKey[]>> = {
  'apps/Deployment': ['apps/ReplicaSet'],
  'apps/ReplicaSet': ['core/Pod'],
  'apps/DaemonSet': ['core/Pod', 'apps/ControllerRevision'],
  'apps/StatefulSet': ['core/Pod', 'apps/ControllerRevision', 'core/PersistentVolumeClaim'],
  'core/ReplicationController': ['core/Pod'],
  'batch/Job': ['core/Pod'],
  'batch/CronJob': ['batch/Job'],
  'core/Service': ['discovery/EndpointSlice'],
  'core/Node': ['storage/CSINode'],
  'core/Pod': ['core/PersistentVolumeClaim'],
};

/** The kinds that controllers of custom resources create most often. */
const OWNED_BY_CUSTOM_RESOURCES: readonly KindKey[] = [
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'batch/Job',
  'batch/CronJob',
  'core/Pod',
  'core/Service',
  'core/ConfigMap',
  'core/Secret',
  'core/ServiceAccount',
  'core/PersistentVolumeClaim',
  'networking/Ingress',
];

/** Returns the kinds that an object of a kind may own. Groups of custom resources have a dot. */
export const ownedKinds = (key: KindKey): readonly KindKey[] =>
  OWNED[key] ?? (key.includes('.') ? OWNED_BY_CUSTOM_RESOURCES : []);
