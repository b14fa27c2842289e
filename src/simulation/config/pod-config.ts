import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { base64Bytes } from '../../api/encoding/base64.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';
import type { TokenRequest } from '../../api/kinds/authentication-v1.generated.ts';
import type { ConfigMap, Container, Node, Pod, Secret } from '../../api/kinds/core-v1.generated.ts';
import type { RuntimeClass } from '../../api/kinds/node-v1.generated.ts';
import { AUTHENTICATION_GROUP } from '../../api/kubernetes-names.ts';
import type { ApiObject } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import type { ResourceAddress } from '../../client/resource-path.ts';
import { RUNTIME_HANDLERS_ANNOTATION } from '../names.ts';
import {
  type ConfigSource,
  configSources,
  environmentSources,
  needsToken,
  refersToResources,
  volumeSources,
} from './config-sources.ts';

const RUNTIME_CLASS_GROUP = kubernetesName('node.k8s.io');

const KIND_NAMES = { configmap: 'ConfigMap', secret: 'Secret' } as const;

const MISSING_KEYS = {
  configmap: 'configmap references non-existent config key: ',
  secret: 'references non-existent secret key: ',
} as const;

interface ReadConfig {
  readonly dialect: Dialect;
  /** Undefined for missing objects. */
  readonly objects: ReadonlyMap<string, ConfigMap | Secret | undefined>;
  readonly runtimeClass?: RuntimeClass | undefined;
  /** The node of the pod, if its resources are needed. */
  readonly node?: Node | undefined;
  /** The token of the service account. */
  readonly token?: string | undefined;
}

/** The config maps, secrets and runtime class to which a pod refers, as they were last read. */
export class PodConfig {
  readonly #objects: ReadConfig['objects'];
  readonly #runtimeClass: RuntimeClass | undefined;
  readonly #dialect: Dialect;
  /** Equal for equal contents. */
  readonly version: string;
  /** The resources of the node; empty unless the pod refers to them. */
  readonly allocatable: Readonly<Record<string, string | number>>;
  readonly token: string | undefined;

  constructor({ dialect, objects, runtimeClass, node, token }: ReadConfig) {
    this.#objects = objects;
    this.#dialect = dialect;
    this.#runtimeClass = runtimeClass;
    this.allocatable = node?.status?.allocatable ?? {};
    this.token = token;
    const versions = [...objects].map(([key, object]) => `${key} ${object?.metadata.resourceVersion}`);
    this.version = [...versions, token ?? ''].join('\n');
  }

  /** Returns the values of a config map or secret by key, sorted by key; undefined when it is missing. */
  valuesOf(kind: ConfigSource['kind'], name = ''): Map<string, Uint8Array> | undefined {
    const object = this.#objects.get(keyOf({ kind, name }));
    if (!object) return undefined;
    const text = kind === 'secret' ? base64Bytes : utf8Bytes;
    const binary = 'binaryData' in object ? object.binaryData : {};
    const values = [
      ...Object.entries(object.data ?? {}).map(([key, value]) => [key, text(value)] as const),
      ...Object.entries(binary ?? {}).map(([key, value]) => [key, base64Bytes(value)] as const),
    ];
    return new Map(values.sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** Returns the kubelet's message for a pod that cannot have a sandbox on a node; undefined when it can. */
  sandboxProblem({ spec }: Pod, node: Node): string | undefined {
    const name = spec?.runtimeClassName;
    if (!name) return undefined;
    if (!this.#runtimeClass) {
      const missing = `runtimeclass.${this.#dialect.rename(RUNTIME_CLASS_GROUP)} "${name}" not found`;
      return `Failed to create pod sandbox: failed to get RuntimeClass ${name}: ${missing}`;
    }
    const { handler } = this.#runtimeClass;
    const handlers = node.metadata.annotations?.[RUNTIME_HANDLERS_ANNOTATION] ?? 'runc';
    if (handlers.split(',').some((known) => known.trim() === handler)) return undefined;
    return `Failed to create pod sandbox: rpc error: code = Unknown desc = failed to get sandbox runtime: no runtime for "${handler}" is configured`;
  }

  /** Returns the kubelet's message for a volume of a pod that cannot be mounted; undefined when all can. */
  mountProblem({ spec }: Pod): string | undefined {
    for (const volume of spec?.volumes ?? [])
      for (const source of volumeSources(volume)) {
        const missing = (key: string): string => `${MISSING_KEYS[source.kind]}${key}`;
        const problem = this.#problemOf(source, missing);
        if (problem) return `MountVolume.SetUp failed for volume "${volume.name}" : ${problem}`;
      }
    return undefined;
  }

  /** Returns the kubelet's message for a container whose environment cannot be created; undefined when it can. */
  environmentProblem({ metadata }: Pod, container: Container): string | undefined {
    for (const source of environmentSources(container)) {
      const { kind, name } = source;
      const missing = (key: string): string =>
        `couldn't find key ${key} in ${KIND_NAMES[kind]} ${metadata.namespace}/${name}`;
      const problem = this.#problemOf(source, missing);
      if (problem) return problem;
    }
    return undefined;
  }

  #problemOf(source: ConfigSource, missing: (key: string) => string): string | undefined {
    if (source.isOptional) return undefined;
    const object = this.#objects.get(keyOf(source));
    if (!object) return `${source.kind} "${source.name}" not found`;
    const key = source.keys.find((each) => !hasKey(object, each));
    return key === undefined ? undefined : missing(key);
  }
}

const keyOf = ({ kind, name }: Pick<ConfigSource, 'kind' | 'name'>): string => `${kind}s/${name}`;

const hasKey = (object: ConfigMap | Secret, key: string): boolean =>
  Object.hasOwn(object.data ?? {}, key) || ('binaryData' in object && Object.hasOwn(object.binaryData ?? {}, key));

export interface ReadOptions {
  readonly dialect: Dialect;
  /** Whether to include the files with the pod's identity: its token and the cluster's root certificate. */
  readonly withIdentity?: boolean;
  /** The token if it is already known. */
  readonly token?: string | undefined;
}

/** Reads the config maps, secrets and runtime class to which a pod refers, and its node if it refers to resources. */
export async function readPodConfig(client: ApiClient, pod: Pod, options: ReadOptions): Promise<PodConfig> {
  const { dialect, withIdentity = false } = options;
  const sources = new Map(configSources(pod, withIdentity).map((source) => [keyOf(source), source]));
  const namespace = pod.metadata.namespace ?? '';
  const read = async ([key, { kind, name }]: [string, ConfigSource]) =>
    [
      key,
      await find<ConfigMap | Secret>(client, { group: '', version: 'v1', resource: `${kind}s`, namespace, name }),
    ] as const;
  const { runtimeClassName, nodeName = '' } = pod.spec ?? {};
  const classes = { group: dialect.rename(RUNTIME_CLASS_GROUP), version: 'v1', resource: 'runtimeclasses' };
  const nodes = { group: '', version: 'v1', resource: 'nodes' };
  const [objects, runtimeClass, node, token] = await Promise.all([
    Promise.all([...sources].map(read)),
    runtimeClassName ? find<RuntimeClass>(client, { ...classes, name: runtimeClassName }) : undefined,
    refersToResources(pod) ? find<Node>(client, { ...nodes, name: nodeName }) : undefined,
    withIdentity && hasToken(pod) ? (options.token ?? requestToken(client, pod, dialect)) : undefined,
  ]);
  return new PodConfig({ dialect, objects: new Map(objects), runtimeClass, node, token });
}

const hasToken = ({ spec }: Pod): boolean =>
  (spec?.volumes ?? []).some(({ projected }) => projected?.sources?.some((source) => source.serviceAccountToken));

/** Requests a token for a pod; undefined when its service account is gone. */
async function requestToken(client: ApiClient, { metadata, spec }: Pod, dialect: Dialect): Promise<string | undefined> {
  const { name = '', namespace = '', uid = '' } = metadata;
  const accounts = { group: '', version: 'v1', resource: 'serviceaccounts', namespace, subresource: 'token' };
  const boundObjectRef = { kind: 'Pod', apiVersion: 'v1', name, uid };
  try {
    const { status } = await client.create<TokenRequest>(
      { ...accounts, name: spec?.serviceAccountName || 'default' },
      {
        kind: 'TokenRequest',
        apiVersion: `${dialect.rename(AUTHENTICATION_GROUP)}/v1`,
        metadata: {},
        spec: { audiences: [], boundObjectRef },
      },
    );
    return status?.token;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Reports whether containers of a pod need objects that `readPodConfig` reads. */
export const refersToConfig = (pod: Pod): boolean =>
  Boolean(pod.spec?.runtimeClassName) || configSources(pod).length > 0 || refersToResources(pod) || needsToken(pod);

async function find<T extends ApiObject>(client: ApiClient, address: ResourceAddress): Promise<T | undefined> {
  try {
    return await client.get<T>(address);
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return undefined;
    throw error;
  }
}
