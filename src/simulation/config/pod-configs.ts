import type { Clock } from '../../api/environment.ts';
import type { Pod, PodSpec } from '../../api/kinds/core-v1.generated.ts';
import { needsToken } from './config-sources.ts';
import type { PodConfig, ReadOptions } from './pod-config.ts';

/** Maximum number of configuration versions that are kept for a pod. */
const KEPT = 20;

/** The configurations of a pod, and the times at which they were read, in milliseconds since 1970. */
type Versions = readonly { readonly since: number; readonly config: PodConfig }[];

/** Versions by spec object, which the states of a pod share. */
const bySpec = new WeakMap<PodSpec, Versions>();

/** Returns the content of a pod's config maps and secrets at a time, or the first known content for an earlier time. */
export function configAt({ spec }: Pod, at: number): PodConfig | undefined {
  const versions = spec ? bySpec.get(spec) : undefined;
  return (versions?.findLast(({ since }) => since <= at) ?? versions?.[0])?.config;
}

export interface PodConfigsOptions {
  readonly clock: Clock;
  read(pod: Pod, wanted: WantedConfig): Promise<PodConfig>;
}

export type WantedConfig = Pick<ReadOptions, 'withIdentity' | 'token'>;

/** Caches the content of pods' config maps and secrets. */
export class PodConfigs {
  readonly #options: PodConfigsOptions;
  /** By UID of the pod. */
  readonly #versions = new Map<string, Versions>();

  constructor(options: PodConfigsOptions) {
    this.#options = options;
  }

  /** Reads the config maps and secrets to which a pod refers, as the kubelet does periodically. */
  async read(pod: Pod, wanted: WantedConfig = {}): Promise<PodConfig> {
    const { uid = '' } = pod.metadata;
    const token = this.#versions.get(uid)?.at(-1)?.config.token;
    const withIdentity = wanted.withIdentity || token !== undefined || needsToken(pod);
    const config = await this.#options.read(pod, { withIdentity, token });
    const known = this.#versions.get(uid) ?? [];
    if (known.at(-1)?.config.version !== config.version)
      this.#versions.set(uid, [...known, { since: this.#options.clock.now(), config }].slice(-KEPT));
    this.attach(pod);
    return config;
  }

  /** Associates the cached content with a new state of a pod. */
  attach({ metadata, spec }: Pod): void {
    const versions = this.#versions.get(metadata.uid ?? '');
    if (versions && spec) bySpec.set(spec, versions);
  }

  forget({ metadata }: Pod): void {
    this.#versions.delete(metadata.uid ?? '');
  }
}
