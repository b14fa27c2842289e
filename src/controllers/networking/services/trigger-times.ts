import { kubernetesName } from '../../../api/dialect.ts';
import type { Pod, Service } from '../../../api/kinds/core-v1.generated.ts';
import { objectKey } from '../../../client/object-key.ts';
import { conditionOf } from '../../../client/objects/condition-of.ts';

export const LAST_CHANGE_TRIGGER_TIME = kubernetesName('endpoints.kubernetes.io/last-change-trigger-time');

interface Known {
  readonly service: string;
  readonly pods: ReadonlyMap<string, string>;
}

/** Determines which change of a Service or its pods triggered new endpoints, and when. */
export class TriggerTimes {
  /** By key of the Service. */
  readonly #known = new Map<string, Known>();

  /** Returns the time of the earliest change since the last call; undefined when no change has a time. */
  next(service: Service, pods: readonly Pod[]): string | undefined {
    const key = objectKey(service);
    const known = this.#known.get(key);
    const times = new Map(pods.flatMap((pod) => triggerTime(pod)));
    const created = service.metadata.creationTimestamp ?? '';
    this.#known.set(key, { service: created, pods: times });
    if (!known) return created;
    const changed = [...times].filter(([name, time]) => isAfter(time, known.pods.get(name))).map(([, time]) => time);
    if (isAfter(created, known.service)) changed.push(created);
    return changed.length === 0 ? undefined : changed.reduce((a, b) => (isAfter(a, b) ? b : a));
  }

  forget(key: string): void {
    this.#known.delete(key);
  }
}

const isAfter = (time: string, previous: string | undefined): boolean =>
  previous === undefined || Date.parse(time) > Date.parse(previous);

function triggerTime({ metadata, status }: Pod): [name: string, time: string][] {
  const time = conditionOf(status?.conditions, 'Ready')?.lastTransitionTime;
  return time ? [[metadata.name ?? '', time]] : [];
}
