import { shortGroup } from '../../api/dialect.ts';
import { type ApiObject, asRecord, isOfCoreKind, isRecord, memberOf, parseApiVersion } from '../../api/object.ts';

/** Field managers of the server and its controllers. */
const SERVER_MANAGER =
  /^(kube-apiserver|kube-controller-manager|kube-scheduler|kubelet|clusterrole-aggregation-controller|api-priority-and-fairness-config-.*)$/;

/** Reports whether a field manager is the server or one of its controllers. */
export const isServerManager = (manager: string): boolean => SERVER_MANAGER.test(manager);

const BOOTSTRAP_NAMESPACES = new Set(['default', 'kube-system', 'kube-public', 'kube-node-lease']);

/** Reports whether the server created an object and no one has changed it since. */
export function isServerCreated(object: ApiObject): boolean {
  const { metadata } = object;
  const managers = metadata.managedFields ?? [];
  if (managers.some(({ manager }) => !isServerManager(manager ?? ''))) return false;
  if (managers.length > 0) return true;
  if (isOfCoreKind(object, 'Namespace')) return BOOTSTRAP_NAMESPACES.has(metadata.name ?? '');
  if (isOfCoreKind(object, 'ServiceAccount')) return metadata.name === 'default' && !hasContent(object);
  return isOfCoreKind(object, 'ConfigMap') && metadata.name === 'kube-root-ca.crt';
}

/** Reports whether an object has more than a name. */
const hasContent = ({ apiVersion, kind, metadata, ...content }: ApiObject): boolean =>
  Object.keys(content).length > 0 || metadata.labels !== undefined || metadata.annotations !== undefined;

/** Reports whether an object holds secrets that must not be shared by accident. */
export const isSecret = (object: ApiObject): boolean => isOfCoreKind(object, 'Secret');

/**
 * Returns an object in clean form: without status, server-written metadata, and values that are unique to one object.
 */
export function cleanObject(object: ApiObject): ApiObject {
  const { status: _, ...content } = asRecord(structuredClone(object));
  const clean = { ...content, metadata: cleanMetadata(object) } as unknown as Plain & ApiObject;
  memberOf(CLEANERS, cleanerKey(object))?.(clean);
  return clean;
}

type Plain = Record<string, unknown>;

const SERVER_METADATA = new Set([
  'managedFields',
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'generation',
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  // They refer to owners by UID, which differs in another cluster.
  'ownerReferences',
]);

/** Labels and annotations that the server writes, in both dialects. */
const SERVER_KEYS = /^(kubernetes|cluster)\.io\/(metadata\.name|service-account\.uid|legacy-token-last-used)$/;
const JOB_KEYS = /^(batch\.(kubernetes|cluster)\.io\/)?(controller-uid|job-name)$/;

function cleanMetadata({ metadata }: ApiObject): ApiObject['metadata'] {
  const kept = Object.entries(metadata).filter(([field]) => !SERVER_METADATA.has(field));
  const clean = Object.fromEntries(kept) as Plain;
  for (const field of ['labels', 'annotations']) removeKeys(clean, field, SERVER_KEYS);
  return clean as ApiObject['metadata'];
}

/** Removes matching keys from a map, and the map when it becomes empty. */
function removeKeys(holder: Plain, field: string, pattern: RegExp): void {
  const map = holder[field];
  if (!isRecord(map)) return;
  const kept = Object.entries(map).filter(([key]) => !pattern.test(key));
  if (kept.length > 0) holder[field] = Object.fromEntries(kept);
  else delete holder[field];
}

const specOf = (object: Plain): Plain => (isRecord(object.spec) ? object.spec : {});

/** Returns the kind, the same text in both dialects. Custom resources have groups of their own. */
const cleanerKey = ({ apiVersion, kind }: ApiObject): string =>
  `${shortGroup(parseApiVersion(apiVersion).group)}/${kind}`;

const CLEANERS: Readonly<Record<string, (object: Plain) => void>> = {
  '/Namespace': (object) => {
    const spec = specOf(object);
    if (JSON.stringify(spec) === '{"finalizers":["kubernetes"]}') delete object.spec;
  },
  '/Service': (object) => {
    const spec = specOf(object);
    if (spec.clusterIP === 'None') return;
    delete spec.clusterIP;
    delete spec.clusterIPs;
  },
  'batch/Job': (object) => {
    const spec = specOf(object);
    if (spec.manualSelector === true) return;
    delete spec.selector;
    const template = isRecord(spec.template) ? spec.template : {};
    for (const holder of [object, template]) {
      if (isRecord(holder.metadata)) removeKeys(holder.metadata, 'labels', JOB_KEYS);
    }
  },
  '/PersistentVolume': (object) => {
    const { claimRef } = specOf(object);
    if (!isRecord(claimRef)) return;
    delete claimRef.uid;
    delete claimRef.resourceVersion;
  },
  '/Secret': (object) => {
    // Tokens are valid only in their own cluster; the controller writes new ones.
    if (/^(kubernetes|cluster)\.io\/service-account-token$/.test(String(object.type))) delete object.data;
  },
  'certificates/CertificateSigningRequest': (object) => {
    for (const field of ['username', 'uid', 'groups', 'extra']) delete specOf(object)[field];
  },
};

/** Returns an object without its status and server-written metadata. */
export function withoutServerFields(object: ApiObject): object {
  const { managedFields, resourceVersion, uid, creationTimestamp, generation, ...metadata } = object.metadata;
  const { status, ...intent } = { ...object, metadata } as ApiObject & { status?: unknown };
  return intent;
}
