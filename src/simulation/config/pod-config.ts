import type { ConfigMap, Container, Pod, Secret } from '../../api/kinds/core-v1.generated.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import { type ConfigSource, configSources, environmentSources, volumeSources } from './config-sources.ts';

const KIND_NAMES = { configmap: 'ConfigMap', secret: 'Secret' } as const;

const MISSING_KEYS = {
  configmap: 'configmap references non-existent config key: ',
  secret: 'references non-existent secret key: ',
} as const;

/** The config maps and secrets that a pod refers to, as they were read. */
export class PodConfig {
  /** Undefined for those that do not exist. */
  readonly #objects: ReadonlyMap<string, ConfigMap | Secret | undefined>;

  constructor(objects: ReadonlyMap<string, ConfigMap | Secret | undefined>) {
    this.#objects = objects;
  }

  /** Returns why a volume of a pod cannot be mounted, in the words of the kubelet; undefined when all can. */
  mountProblem({ spec }: Pod): string | undefined {
    for (const volume of spec?.volumes ?? [])
      for (const source of volumeSources(volume)) {
        const missing = (key: string): string => `${MISSING_KEYS[source.kind]}${key}`;
        const problem = this.#problemOf(source, missing);
        if (problem) return `MountVolume.SetUp failed for volume "${volume.name}" : ${problem}`;
      }
    return undefined;
  }

  /** Returns why the environment of a container cannot be made, in the words of the kubelet; undefined when it can. */
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

const keyOf = ({ kind, name }: ConfigSource): string => `${kind}s/${name}`;

const hasKey = (object: ConfigMap | Secret, key: string): boolean =>
  Object.hasOwn(object.data ?? {}, key) || ('binaryData' in object && Object.hasOwn(object.binaryData ?? {}, key));

/** Reads the config maps and secrets that a pod refers to. */
export async function readPodConfig(client: ApiClient, pod: Pod): Promise<PodConfig> {
  const sources = new Map(configSources(pod).map((source) => [keyOf(source), source]));
  const read = async ([key, source]: [string, ConfigSource]) => [key, await find(client, pod, source)] as const;
  return new PodConfig(new Map(await Promise.all([...sources].map(read))));
}

async function find(client: ApiClient, { metadata }: Pod, { kind, name }: ConfigSource) {
  const address = { group: '', version: 'v1', resource: `${kind}s`, namespace: metadata.namespace ?? '', name };
  try {
    return await client.get<ConfigMap | Secret>(address);
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return undefined;
    throw error;
  }
}
