import type { Clock } from '../../api/environment.ts';
import type { Container, Pod } from '../../api/kinds/core-v1.generated.ts';
import { BoundedMap } from '../../api/memory/bounded-map.ts';
import type { LogLine } from './container-log.ts';
import { statusOf } from './containers.ts';

/** Maximum number of containers whose requests are logged, and of logged requests per container. */
const MOST_CONTAINERS = 1000;
const MOST_LINES = 1000;

/** The log lines of servers in containers about the requests that they answered. */
export class RequestLogs {
  readonly #clock: Pick<Clock, 'now'>;
  /** By container ID. */
  readonly #lines = new BoundedMap<string, LogLine[]>(MOST_CONTAINERS);

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Adds a line in the format of Go's logger, which begins with the time. */
  add(pod: Pod, container: Container, text: string): void {
    const id = statusOf(pod, container.name)?.containerID ?? '';
    const at = this.#clock.now();
    const time = new Date(at).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ');
    const lines = this.#lines.get(id) ?? [];
    this.#lines.set(id, [...lines, { at, text: `${time} ${text}` }].slice(-MOST_LINES));
  }

  /** Returns the lines of the container with an ID. */
  of(containerId: string): readonly LogLine[] {
    return this.#lines.get(containerId) ?? [];
  }
}
