import data from './data/protobuf.json' with { type: 'json' };
import type { Definition } from './definitions.ts';

type Message = Readonly<Record<string, readonly [number, string]>>;
const messages = data as unknown as Readonly<Record<string, Message>>;

/** Fields of .proto files that Go calls otherwise in JSON. */
const JSON_NAMES: Readonly<Record<string, string>> = {
  reportingcontroller: 'reportingComponent',
};

/** Where the order of the Go struct is not that of the numbers: `a<b` moves a before b. */
const MOVES: Readonly<Record<string, string>> = {
  'admissionregistration.v1.MutatingWebhook':
    'sideEffects<admissionReviewVersions timeoutSeconds<admissionReviewVersions matchPolicy<namespaceSelector objectSelector<sideEffects',
  'admissionregistration.v1.ValidatingWebhook':
    'sideEffects<admissionReviewVersions timeoutSeconds<admissionReviewVersions matchPolicy<namespaceSelector objectSelector<sideEffects',
  'admissionregistration.v1.WebhookClientConfig': 'url<service',
  'apiextensions.v1.CustomResourceDefinitionVersion': 'deprecated<schema deprecationWarning<schema',
  'apiextensions.v1.WebhookClientConfig': 'url<service',
  'apps.v1.DeploymentCondition': 'lastUpdateTime<reason lastTransitionTime<reason',
  'apps.v1.DeploymentStatus': 'readyReplicas<availableReplicas',
  'apps.v1.ReplicaSetSpec': 'minReadySeconds<selector',
  'apps.v1.ReplicaSetStatus': 'readyReplicas<observedGeneration availableReplicas<observedGeneration',
  'authentication.v1.TokenRequestSpec': 'expirationSeconds<boundObjectRef',
  'authentication.v1.TokenReviewStatus': 'audiences<error',
  'authorization.v1.SubjectAccessReviewStatus': 'denied<reason',
  'autoscaling.v2.HPAScalingRules': 'stabilizationWindowSeconds<selectPolicy selectPolicy<policies',
  'autoscaling.v2.MetricSpec': 'containerResource<external',
  'autoscaling.v2.MetricStatus': 'containerResource<external',
  'batch.v1.CronJobSpec': 'timeZone<startingDeadlineSeconds',
  'batch.v1.JobSpec':
    'podFailurePolicy<selector backoffLimit<selector backoffLimitPerIndex<selector maxFailedIndexes<selector',
  'batch.v1.JobStatus': 'terminating<completedIndexes failedIndexes<uncountedTerminatedPods',
  'certificates.v1.CertificateSigningRequestCondition': 'status<reason lastUpdateTime<lastTransitionTime',
  'certificates.v1.CertificateSigningRequestSpec': 'signerName<username expirationSeconds<username usages<username',
  'core.v1.ConfigMap': 'immutable<data',
  'core.v1.Container':
    'envFrom<env resizePolicy<volumeMounts restartPolicy<volumeMounts volumeDevices<livenessProbe startupProbe<lifecycle terminationMessagePolicy<imagePullPolicy',
  'core.v1.EndpointAddress': 'hostname<targetRef nodeName<targetRef',
  'core.v1.EphemeralContainer':
    'envFrom<env resizePolicy<volumeMounts restartPolicy<volumeMounts volumeDevices<livenessProbe startupProbe<lifecycle terminationMessagePolicy<imagePullPolicy',
  'core.v1.ISCSIPersistentVolumeSource': 'chapAuthSession<secretRef',
  'core.v1.ISCSIVolumeSource': 'chapAuthSession<secretRef',
  'core.v1.NodeSpec': 'podCIDRs<providerID externalID<',
  'core.v1.PersistentVolumeClaimSpec': 'selector<resources',
  'core.v1.PodSecurityContext': 'windowsOptions<runAsUser runAsGroup<runAsNonRoot',
  'core.v1.PodSpec':
    'initContainers<containers ephemeralContainers<restartPolicy automountServiceAccountToken<nodeName shareProcessNamespace<securityContext',
  'core.v1.PodStatus':
    'nominatedNodeName<hostIP hostIPs<podIP podIPs<startTime initContainerStatuses<containerStatuses',
  'core.v1.ReplicationControllerSpec': 'minReadySeconds<selector',
  'core.v1.ReplicationControllerStatus': 'readyReplicas<observedGeneration availableReplicas<observedGeneration',
  'core.v1.Secret': 'immutable<data stringData<type',
  'core.v1.SecurityContext': 'windowsOptions<runAsUser runAsGroup<runAsNonRoot',
  'core.v1.ServicePort': 'appProtocol<port',
  'core.v1.ServiceSpec': 'clusterIPs<type ipFamilies<ipFamilyPolicy',
  'discovery.v1.EndpointSlice': 'addressType<endpoints',
  'meta.v1.APIResource': 'singularName<namespaced group<kind version<kind categories<storageVersionHash',
  'meta.v1.OwnerReference': 'apiVersion<kind name<uid',
  'networking.v1.HTTPIngressPath': 'pathType<backend',
  'networking.v1.IngressSpec': 'ingressClassName<defaultBackend',
};

const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

/**
 * The fields of a definition in the order in which Go writes them. The numbers of the .proto fields follow the order of
 * the Go struct; a message without a field of its own in JSON is an embedded struct and gives its fields in its place.
 */
export function fieldOrder(name: string, definition: Definition): readonly string[] {
  const names = new Map(Object.keys(definition.fields ?? {}).map((field) => [plain(field), field]));
  const ordered = definition.kinds ? ['kind', 'apiVersion', 'metadata'].filter((field) => names.has(plain(field))) : [];
  const taken = new Set(ordered);
  const visit = (message: string): void => {
    const fields = Object.entries(messages[message] ?? {}).sort(([, [a]], [, [b]]) => a - b);
    for (const [protobufName, [, type]] of fields) {
      const field = names.get(plain(protobufName)) ?? names.get(plain(JSON_NAMES[plain(protobufName)] ?? ''));
      if (!field) visit(type);
      else if (!taken.has(field)) {
        taken.add(field);
        ordered.push(field);
      }
    }
  };
  visit(name);
  ordered.push(...[...names.values()].filter((field) => !taken.has(field)));
  for (const move of MOVES[name]?.split(' ') ?? []) moveBefore(ordered, move);
  return ordered;
}

function moveBefore(fields: string[], move: string): void {
  const [field = '', anchor = ''] = move.split('<');
  fields.splice(fields.indexOf(field), 1);
  fields.splice(anchor ? fields.indexOf(anchor) : fields.length, 0, field);
}
