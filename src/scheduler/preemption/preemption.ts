import type { Clock, Random } from '../../api/environment.ts';
import type { PodDisruptionBudget } from '../../api/kinds/policy-v1.generated.ts';
import type { SeriesEventRecorder } from '../../client/events/series-event-recorder.ts';
import type { Informer } from '../../client/informer.ts';
import type { PodInfo } from '../cluster/pod-info.ts';
import type { Diagnosis } from '../framework/fit-error.ts';
import type { NominatedPods } from '../framework/nominated-pods.ts';
import type { Cluster } from '../framework/plugin.ts';
import type { PodFilters } from '../framework/pod-filters.ts';
import type { PodWriter } from '../pod-writer.ts';
import type { SchedulingQueue } from '../queue/scheduling-queue.ts';
import { findCandidate, type NoCandidate } from './find-candidate.ts';
import type { Candidate } from './select-victims.ts';

export interface PreemptionOptions {
  readonly cluster: Cluster;
  readonly followed: { readonly budgets: Informer<PodDisruptionBudget> };
  readonly nominated: NominatedPods;
  readonly events: SeriesEventRecorder;
  readonly writer: PodWriter;
  readonly queue: SchedulingQueue;
  readonly clock: Clock;
  readonly random: Random;
}

/** A node on which preemption makes room for a pod. */
export interface Preempting {
  readonly nodeName: string;
  /** Deletes the pods that must leave. */
  evict(): Promise<void>;
}

export type PreemptionAttempt = NoCandidate | Preempting;

/** Makes room for pods by deleting less important ones. */
export class Preemption {
  readonly #options: PreemptionOptions;

  constructor(options: PreemptionOptions) {
    this.#options = options;
  }

  attempt(info: PodInfo, diagnosis: Diagnosis, filters: PodFilters | undefined): PreemptionAttempt {
    const { cluster, followed, clock, random } = this.#options;
    const candidate = findCandidate({
      ...{ info, diagnosis, filters, random, cache: cluster.cache, now: clock.now() },
      budgets: followed.budgets.list(),
    });
    if ('problem' in candidate) return candidate;
    return { nodeName: candidate.nodeName, evict: () => this.#evict(info, candidate) };
  }

  async #evict(info: PodInfo, { nodeName, victims }: Candidate): Promise<void> {
    const { nominated, writer, queue } = this.#options;
    const scheduler = info.pod.spec?.schedulerName ?? '';
    const outranked = nominated.on(nodeName).filter(({ priority }) => priority < info.priority);
    await Promise.all(
      victims.map(async (victim) => {
        await writer.preempt(victim, scheduler);
        this.#record(victim, info, nodeName);
      }),
    );
    // Pods of lower priority that were nominated for this node look for other nodes.
    for (const other of outranked) {
      nominated.delete(other.uid);
      await writer.clearNomination(other);
      queue.activate(other.key);
    }
  }

  #record(victim: PodInfo, { pod }: PodInfo, nodeName: string): void {
    this.#options.events.record({
      regarding: { ...victim.pod, apiVersion: 'v1', kind: 'Pod' },
      related: { ...pod, apiVersion: 'v1', kind: 'Pod' },
      type: 'Normal',
      reason: 'Preempted',
      action: 'Preempting',
      note: `Preempted by pod ${pod.metadata.uid} on node ${nodeName}`,
    });
  }
}
