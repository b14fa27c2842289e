import type { PodSpec } from '../../../api/kinds/core-v1.generated.ts';
import { isRecord } from '../../../api/object.ts';
import type { DefinedType } from '../../../schema/definition.ts';
import { definitions } from '../../../schema/definitions.ts';
import { isPointer } from '../../../schema/go-facts.ts';

/** The parts of the real server's Go types that difference reports need. */
export type GoType =
  | GoScalar
  | { readonly kind: 'quantity' }
  | { readonly kind: 'pointer'; readonly element: GoType }
  | GoCollection
  | GoStruct;

export interface GoScalar {
  readonly kind: 'scalar';
  readonly name: string;
  readonly zero: '""' | 0 | false;
}

export interface GoCollection {
  readonly kind: 'list' | 'map';
  readonly name: string;
  readonly element: GoType;
  /** `s` when keys are shown by a String method. */
  readonly keyPrefix?: string;
}

export interface GoStruct {
  readonly kind: 'struct';
  readonly name: string;
  readonly fields: () => readonly GoField[];
}

export interface GoField {
  /** The name in Go. */
  readonly name: string;
  /** The name in JSON; undefined for an embedded struct, whose members are inlined there. */
  readonly member?: string;
  readonly type: GoType;
}

const words = (text: string): readonly string[] => text.split(/\s+/);

/** Fields of internal structs that differ from the versioned ones or their order. */
const ORDERS: Readonly<Record<string, readonly string[]>> = {
  PodSpec: words(`volumes initContainers containers ephemeralContainers restartPolicy terminationGracePeriodSeconds
    activeDeadlineSeconds dnsPolicy nodeSelector serviceAccountName automountServiceAccountToken nodeName
    securityContext imagePullSecrets hostname subdomain setHostnameAsFQDN affinity schedulerName tolerations
    hostAliases priorityClassName priority preemptionPolicy dnsConfig readinessGates runtimeClassName overhead
    enableServiceLinks topologySpreadConstraints os schedulingGates resourceClaims`),
  VolumeSource: words(`hostPath emptyDir gcePersistentDisk awsElasticBlockStore gitRepo secret nfs iscsi glusterfs
    persistentVolumeClaim rbd quobyte flexVolume cinder cephfs flocker downwardAPI fc azureFile configMap
    vsphereVolume azureDisk photonPersistentDisk projected portworxVolume scaleIO storageos csi ephemeral`),
  PersistentVolumeSource: words(`gcePersistentDisk awsElasticBlockStore hostPath glusterfs nfs rbd quobyte iscsi
    flexVolume cinder cephfs fc flocker azureFile vsphereVolume azureDisk photonPersistentDisk portworxVolume scaleIO
    local storageos csi`),
};

/** Internal structs that contain a part of a versioned struct. */
const PARTS: Readonly<Record<string, string>> = {
  VolumeSource: 'Volume',
  PersistentVolumeSource: 'PersistentVolumeSpec',
};

/** Embedded structs with their members, by the struct that embeds them. */
const EMBEDDED: Readonly<Record<string, readonly [name: string, members: readonly string[]]>> = {
  Volume: ['VolumeSource', ORDERS.VolumeSource ?? []],
  Probe: ['ProbeHandler', ['exec', 'httpGet', 'tcpSocket', 'grpc']],
  ...Object.fromEntries(
    words(`ConfigMapVolumeSource ConfigMapProjection SecretProjection ConfigMapEnvSource SecretEnvSource
      ConfigMapKeySelector SecretKeySelector`).map((holder) => [holder, ['LocalObjectReference', ['name']] as const]),
  ),
};

const GO_NAMES: Readonly<Record<string, string>> = {
  apiGroup: 'APIGroup',
  apiVersion: 'APIVersion',
  awsElasticBlockStore: 'AWSElasticBlockStore',
  cephfs: 'CephFS',
  chapAuthDiscovery: 'DiscoveryCHAPAuth',
  chapAuthSession: 'SessionCHAPAuth',
  csi: 'CSI',
  diskURI: 'DataDiskURI',
  dnsConfig: 'DNSConfig',
  dnsPolicy: 'DNSPolicy',
  fc: 'FC',
  fsGroup: 'FSGroup',
  fsGroupChangePolicy: 'FSGroupChangePolicy',
  fsType: 'FSType',
  gcePersistentDisk: 'GCEPersistentDisk',
  gmsaCredentialSpec: 'GMSACredentialSpec',
  gmsaCredentialSpecName: 'GMSACredentialSpecName',
  grpc: 'GRPC',
  httpGet: 'HTTPGet',
  httpHeaders: 'HTTPHeaders',
  ip: 'IP',
  iqn: 'IQN',
  iscsi: 'ISCSI',
  iscsiInterface: 'ISCSIInterface',
  nfs: 'NFS',
  os: 'OS',
  pdID: 'PdID',
  pdName: 'PDName',
  rbd: 'RBD',
  seLinuxOptions: 'SELinuxOptions',
  sslEnabled: 'SSLEnabled',
  storageos: 'StorageOS',
  tcpSocket: 'TCPSocket',
  tty: 'TTY',
  uid: 'UID',
  wwids: 'WWIDs',
};

const goName = (member: string): string => GO_NAMES[member] ?? member.charAt(0).toUpperCase() + member.slice(1);

/** Returns `core.Container` for `core.v1.Container`, as the internal package is named. Types of meta only have `v1`. */
const goPackage = (definition: string): string =>
  definition.startsWith('meta.') ? definition.slice('meta.'.length) : definition.replace(/\.v\d\w*\./, '.');

const TEXT: GoScalar = { kind: 'scalar', name: 'string', zero: '""' };
const NUMBER: GoScalar = { kind: 'scalar', name: 'int32', zero: 0 };
const BOOLEAN: GoScalar = { kind: 'scalar', name: 'bool', zero: false };
/** Times are shown as text. */
export const TIME: GoScalar = { kind: 'scalar', name: 'v1.Time', zero: '""' };

/** An integer or a string; see `memberOf`. */
const INT_OR_STRING: GoStruct = {
  kind: 'struct',
  name: 'intstr.IntOrString',
  fields: () => [
    { name: 'Type', type: NUMBER },
    { name: 'IntVal', type: NUMBER },
    { name: 'StrVal', type: TEXT },
  ],
};

/** Returns the value of a field from the JSON of its struct. */
export function memberOf(value: unknown, { name: struct }: GoStruct, { name, member }: GoField): unknown {
  if (struct === INT_OR_STRING.name) {
    if (name === 'Type') return typeof value === 'string' ? 1 : 0;
    return (typeof value === 'string') === (name === 'StrVal') ? value : undefined;
  }
  if (member === undefined) return value;
  return isRecord(value) ? value[member] : undefined;
}

/** Pod fields about the host, which are in the security context of the internal struct. */
const HOST_FIELDS = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'];

/** Returns a pod spec with its members arranged as in the internal struct. */
export function internalPodSpec(spec: Partial<PodSpec>): Record<string, unknown> {
  const members: Record<string, unknown> = { ...spec };
  const hosts = HOST_FIELDS.filter((name) => members[name] !== undefined).map((name) => [name, members[name]] as const);
  return { ...members, securityContext: { ...spec.securityContext, ...Object.fromEntries(hosts) } };
}

const cache = new Map<string, GoStruct>();

/** Returns a struct of the internal core package by name (`PodSpec`). */
export const coreStruct = (name: string): GoStruct => structOf(`core.v1.${name}`);

/** Returns the internal struct of a definition (`batch.v1.PodFailurePolicy`). */
export function structOf(definition: string): GoStruct {
  const known = cache.get(definition);
  if (known) return known;
  let fields: readonly GoField[] | undefined;
  const struct: GoStruct = {
    kind: 'struct',
    name: goPackage(definition),
    fields: () => {
      fields ??= fieldsOf(definition);
      return fields;
    },
  };
  cache.set(definition, struct);
  return struct;
}

const fieldNames = (definition: string): readonly string[] => Object.keys(definitions[definition]?.fields ?? {});

function fieldsOf(definition: string): readonly GoField[] {
  const name = definition.split('.').at(-1) ?? '';
  const source = PARTS[name] ? `core.v1.${PARTS[name]}` : definition;
  const defined = definitions[source];
  if (!defined) return [];
  const order = ORDERS[name] ?? fieldNames(source);
  if (name === 'EphemeralContainer' && definition === source) return ephemeralContainerFields();
  const [embedded, inside] = EMBEDDED[name] ?? ['', []];
  const rest = order.filter((member) => !inside.includes(member)).map((member) => fieldOf(source, member));
  const hosts = name === 'PodSecurityContext' ? HOST_FIELDS.map((member) => fieldOf('core.v1.PodSpec', member)) : [];
  if (!embedded) return [...hosts, ...rest];
  const part: GoStruct = {
    kind: 'struct',
    name: `core.${embedded}`,
    fields: () => inside.map((member) => fieldOf(source, member)),
  };
  const field: GoField = { name: embedded, type: part };
  return name === 'Volume' ? [...rest, field] : [field, ...rest];
}

/** An ephemeral container embeds a container and adds its target's name. */
function ephemeralContainerFields(): readonly GoField[] {
  const source = 'core.v1.EphemeralContainer';
  const common: GoStruct = {
    kind: 'struct',
    name: 'core.EphemeralContainerCommon',
    fields: () => fieldNames('core.v1.Container').map((member) => fieldOf(source, member)),
  };
  return [{ name: 'EphemeralContainerCommon', type: common }, fieldOf(source, 'targetContainerName')];
}

/** The metadata of a struct are embedded in it. */
const goFieldName = (member: string, { ref }: DefinedType): string =>
  ref === 'meta.v1.ObjectMeta' ? 'ObjectMeta' : goName(member);

function fieldOf(definition: string, member: string): GoField {
  const { fields = {}, required = [] } = definitions[definition] ?? {};
  const defined = fields[member] ?? {};
  const type = typeOf(defined, definition, member);
  const description = { defined, field: member, required: required.includes(member), inKind: false };
  const isScalar = type.kind === 'quantity' || type.kind === 'pointer' || type === INT_OR_STRING;
  const points = isPointer({ ...description, type: isScalar ? 'scalar' : type.kind });
  return { name: goFieldName(member, defined), member, type: points ? { kind: 'pointer', element: type } : type };
}

function typeOf(defined: DefinedType, definition: string, member: string): GoType {
  if (defined.type === 'array') {
    const element = typeOf(defined.items ?? {}, definition, member);
    return { kind: 'list', name: `[]${goElementName(element)}`, element };
  }
  if (defined.type === 'object') {
    const element = typeOf(defined.values ?? {}, definition, member);
    if (element.kind === 'quantity') return { kind: 'map', name: 'core.ResourceList', element, keyPrefix: 's' };
    return { kind: 'map', name: `map[string]${goElementName(element)}`, element };
  }
  if (defined.ref === 'api.resource.Quantity') return { kind: 'quantity' };
  if (defined.ref === 'util.intstr.IntOrString') return INT_OR_STRING;
  if (defined.ref === 'meta.v1.Time') return TIME;
  if (defined.ref) return structOf(defined.ref);
  if (defined.type === 'boolean') return BOOLEAN;
  if (defined.type !== 'string') return { ...NUMBER, name: defined.format ?? 'int32' };
  return { ...TEXT, name: internalName(definition, member) };
}

/** Returns the internal name of a field's type of strings. */
function internalName(definition: string, member: string): string {
  const [group = ''] = definition.split('.');
  const type = definitions[definition]?.fields?.[member]?.goType ?? 'string';
  if (type.includes('.')) return type.replace(/^v1\./, 'core.');
  return type === 'string' ? type : `${group === 'meta' ? 'v1' : group}.${type}`;
}

function goElementName(element: GoType): string {
  return 'name' in element ? element.name : 'string';
}
