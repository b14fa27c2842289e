import type { Clock } from '../../api/environment.ts';
import type { Container, Pod } from '../../api/kinds/core-v1.generated.ts';
import { BoundedMap } from '../../api/memory/bounded-map.ts';
import type { LogLine, PieceOfOutput } from './container-log.ts';
import { statusOf } from './containers.ts';

/** Maximum number of containers whose logs are recorded, and of their lines or pieces of output. */
const MOST_CONTAINERS = 1000;
const MOST_LINES = 1000;

/**
 * Logs that do not follow from a container's command: the lines of servers about the requests that they answered, and
 * the output of processes to which clients have attached.
 */
export class RecordedLogs {
  readonly #clock: Pick<Clock, 'now'>;
  /** By container ID. */
  readonly #lines = new BoundedMap<string, LogLine[]>(MOST_CONTAINERS);
  /** By container ID. */
  readonly #output = new BoundedMap<string, PieceOfOutput[]>(MOST_CONTAINERS);

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

  /** Adds output of the process of a container, to which a client has attached. */
  addOutput(containerId: string, text: string): void {
    const pieces = this.#output.get(containerId) ?? [];
    this.#output.set(containerId, [...pieces, { at: this.#clock.now(), text }].slice(-MOST_LINES));
  }

  /** Returns the output of the process of a container for attached clients, whose runs begin anew. */
  outputOf(containerId: string): readonly PieceOfOutput[] {
    return this.#output.get(containerId) ?? [];
  }

  /** Returns the lines of the container with an ID. */
  of(containerId: string): readonly LogLine[] {
    return this.#lines.get(containerId) ?? [];
  }
}
