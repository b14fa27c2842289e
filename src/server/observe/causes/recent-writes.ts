import { isClusterComponent } from '../../../api/cluster-component.ts';
import { qualifiedResource, type WriteCause, type WriteRecord } from '../../../api/debug/causes.ts';
import { type Clock, microTimeText, reportToConsole } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';
import { type Loggable, type TraceLog, TraceLogWriter } from '../traces/trace-log.ts';

/** Number of recent writes kept: of users and their programs, and of cluster components such as controllers. */
const MAXIMUM_WRITES = { clients: 500, components: 3000 };

/** Number of writes above the maximum at which so many are dropped together, because dropping one would move all. */
const SURPLUS = 100;

/** Names of the limits. */
type Ring = keyof typeof MAXIMUM_WRITES;

/** A write without texts, which are created when somebody asks for them. One object for each, because many are kept. */
export interface NewWrite {
  /** Milliseconds since 1970, or metav1.MicroTime. */
  readonly time: number | string;
  readonly revision: number;
  readonly effect: WriteRecord['effect'];
  /** Plural. */
  readonly resource: string;
  readonly group: string;
  /** Empty for writes of the whole object. */
  readonly subresource: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  readonly user: string;
  readonly trace: string | undefined;
  readonly cause: WriteCause | undefined;
}

function recordOf({
  revision,
  effect,
  resource,
  group,
  subresource,
  namespace,
  name,
  ...write
}: NewWrite): WriteRecord {
  const { time, user, trace, cause } = write;
  return {
    revision: String(revision),
    time: typeof time === 'string' ? time : microTimeText(time),
    effect,
    resource: qualifiedResource(resource, group),
    name,
    user,
    ...(subresource ? { subresource } : {}),
    ...(namespace ? { namespace } : {}),
    ...(trace ? { trace } : {}),
    ...(cause ? { cause } : {}),
  };
}

const loggable = (write: NewWrite): Loggable => ({
  name: String(write.revision),
  revision: write.revision,
  ring: ringOf(write),
  json: () => JSON.stringify(recordOf(write)),
});

const ringOf = ({ user }: NewWrite): Ring => (isClusterComponent(user) ? 'components' : 'clients');

/**
 * The most recent writes of a server and what led to them, in memory and in the log of its host. Writes of controllers
 * never displace those of users.
 */
export class RecentWrites {
  readonly #log: TraceLogWriter | undefined;
  readonly #readLog: NonNullable<TraceLog<WriteRecord>['read']>;
  #earlier: Promise<void> | undefined;
  readonly #rings: Readonly<Record<Ring, NewWrite[]>> = { clients: [], components: [] };

  /** @param log contains the writes of earlier servers and stores new ones; without it, they end with the server */
  constructor(clock: Clock, log?: TraceLog<WriteRecord>) {
    this.#log = log && new TraceLogWriter(log, clock, () => this.#complete());
    this.#readLog = async () => log?.read() ?? [];
  }

  add(write: NewWrite): void {
    this.#log?.add(loggable(write));
    this.#keep(write);
  }

  /** Returns the writes of this server and of earlier ones, oldest first. */
  async list(): Promise<readonly WriteRecord[]> {
    await this.#complete();
    return this.#kept()
      .sort((one, other) => one.revision - other.revision)
      .map(recordOf);
  }

  /** Resolves when the log contains every write. */
  async close(): Promise<void> {
    await this.#log?.close();
  }

  #complete(): Promise<void> {
    this.#earlier ??= this.#readEarlier();
    return this.#earlier;
  }

  /** Reads the writes of earlier servers, when they are requested or new ones are written. */
  async #readEarlier(): Promise<void> {
    const batches = await this.#readLog().catch((error: unknown) => {
      reportToConsole('earlier writes could not be read', errorText(error));
      return [];
    });
    const newer = this.#kept();
    for (const ring of Object.values(this.#rings)) ring.length = 0;
    for (const { number, traces } of batches)
      this.#log?.noteBatch(
        number,
        traces.map(({ revision }) => String(revision)),
      );
    for (const { trace, revision } of batches.flatMap(({ traces }) => traces)) this.#keep(writeOf(trace, revision));
    for (const write of newer) this.#keep(write);
  }

  #kept(): NewWrite[] {
    return Object.values(this.#rings).flat();
  }

  #keep(write: NewWrite): void {
    const name = ringOf(write);
    const ring = this.#rings[name];
    ring.push(write);
    if (ring.length < MAXIMUM_WRITES[name] + SURPLUS) return;
    const dropped = ring.splice(0, SURPLUS);
    if (this.#log) for (const { revision } of dropped) this.#log.drop(String(revision));
  }
}

function writeOf({ resource: qualified, ...record }: WriteRecord, revision: number): NewWrite {
  const [resource = '', ...group] = qualified.split('.');
  return {
    ...{ subresource: '', namespace: '', trace: undefined, cause: undefined },
    ...record,
    revision,
    resource,
    group: group.join('.'),
  };
}
