import type { Clock } from '../../api/environment.ts';
import type { Pod, PodSpec } from '../../api/kinds/core-v1.generated.ts';
import { needsToken } from './config-sources.ts';
import type { PodConfig, ReadOptions } from './pod-config.ts';

/** Versions of the configuration of a pod that are kept. */
const KEPT = 20;

/** Milliseconds since 1970, and what was read then. */
type Versions = readonly { readonly since: number; readonly config: PodConfig }[];

/** By specifications, which the states of a pod share. */
const bySpec = new WeakMap<PodSpec, Versions>();

/** Returns what a pod's config maps and secrets contained at a time; before they were first read, what they did then. */
export function configAt({ spec }: Pod, at: number): PodConfig | undefined {
  const versions = spec ? bySpec.get(spec) : undefined;
  return (versions?.findLast(({ since }) => since <= at) ?? versions?.[0])?.config;
}

export interface PodConfigsOptions {
  readonly clock: Clock;
  read(pod: Pod, wanted: WantedConfig): Promise<PodConfig>;
}

export type WantedConfig = Pick<ReadOptions, 'withIdentity' | 'token'>;

/** Remembers what the pods' config maps and secrets contain. */
export class PodConfigs {
  readonly #options: PodConfigsOptions;
  /** By the UIDs of pods. */
  readonly #versions = new Map<string, Versions>();

  constructor(options: PodConfigsOptions) {
    this.#options = options;
  }

  /** Reads the config maps and secrets that a pod refers to, as the kubelet does now and then. */
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

  /** Lets what is known count for a new state of a pod. */
  attach({ metadata, spec }: Pod): void {
    const versions = this.#versions.get(metadata.uid ?? '');
    if (versions && spec) bySpec.set(spec, versions);
  }

  forget({ metadata }: Pod): void {
    this.#versions.delete(metadata.uid ?? '');
  }
}
