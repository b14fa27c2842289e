import { isClusterComponent } from '../../../api/cluster-component.ts';
import { qualifiedResource, type WriteCause, type WriteRecord } from '../../../api/debug/causes.ts';
import { type Clock, microTimeText, reportToConsole } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';
import { type Loggable, type TraceLog, TraceLogWriter } from '../traces/trace-log.ts';

/** Number of recent writes kept: of users and their programs, and of cluster components such as controllers. */
const MAXIMUM_WRITES = { clients: 500, components: 3000 };

/** Names of the limits. */
type Ring = keyof typeof MAXIMUM_WRITES;

/** A write without texts, which are created when somebody asks for them. */
export interface NewWrite {
  /** Milliseconds since 1970. */
  readonly time: number;
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

/**
 * The newest writes, of which each displaces the oldest. Kept in columns instead of one object each: an object that
 * outlives young garbage is copied twice, which takes longer than everything else about a record.
 */
class WriteColumns {
  readonly #most: number;
  readonly #times: Float64Array;
  readonly #revisions: Float64Array;
  readonly #effects: WriteRecord['effect'][] = [];
  readonly #resources: string[] = [];
  readonly #groups: string[] = [];
  readonly #subresources: string[] = [];
  readonly #namespaces: string[] = [];
  readonly #names: string[] = [];
  readonly #users: string[] = [];
  readonly #traces: (string | undefined)[] = [];
  readonly #causes: (WriteCause | undefined)[] = [];
  #added = 0;

  constructor(most: number) {
    this.#most = most;
    this.#times = new Float64Array(most);
    this.#revisions = new Float64Array(most);
  }

  /** Adds a write, and returns the revision of the displaced one; undefined while there is room. */
  add(write: NewWrite): number | undefined {
    const row = this.#added % this.#most;
    const displaced = this.#added < this.#most ? undefined : this.#revisions[row];
    this.#added += 1;
    this.#times[row] = write.time;
    this.#revisions[row] = write.revision;
    this.#effects[row] = write.effect;
    this.#resources[row] = write.resource;
    this.#groups[row] = write.group;
    this.#subresources[row] = write.subresource;
    this.#namespaces[row] = write.namespace;
    this.#names[row] = write.name;
    this.#users[row] = write.user;
    this.#traces[row] = write.trace;
    this.#causes[row] = write.cause;
    return displaced;
  }

  /** Returns the writes, oldest first. */
  list(): NewWrite[] {
    const first = Math.max(0, this.#added - this.#most);
    return Array.from({ length: this.#added - first }, (_, index) => this.#at((first + index) % this.#most));
  }

  clear(): void {
    this.#added = 0;
  }

  #at(row: number): NewWrite {
    return {
      time: this.#times[row] ?? 0,
      revision: this.#revisions[row] ?? 0,
      effect: this.#effects[row] ?? 'updated',
      resource: this.#resources[row] ?? '',
      group: this.#groups[row] ?? '',
      subresource: this.#subresources[row] ?? '',
      namespace: this.#namespaces[row] ?? '',
      name: this.#names[row] ?? '',
      user: this.#users[row] ?? '',
      trace: this.#traces[row],
      cause: this.#causes[row],
    };
  }
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
    time: microTimeText(time),
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
  readonly #rings: Readonly<Record<Ring, WriteColumns>> = {
    clients: new WriteColumns(MAXIMUM_WRITES.clients),
    components: new WriteColumns(MAXIMUM_WRITES.components),
  };
  /** The user of the last write and its ring: consecutive writes often have the same. */
  #lastUser = '';
  #lastRing: Ring = 'clients';

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
    for (const ring of Object.values(this.#rings)) ring.clear();
    for (const { number, traces } of batches)
      this.#log?.noteBatch(
        number,
        traces.map(({ revision }) => String(revision)),
      );
    for (const { trace, revision } of batches.flatMap(({ traces }) => traces)) this.#keep(writeOf(trace, revision));
    for (const write of newer) this.#keep(write);
  }

  #kept(): NewWrite[] {
    return Object.values(this.#rings).flatMap((ring) => ring.list());
  }

  #keep(write: NewWrite): void {
    if (write.user !== this.#lastUser) {
      this.#lastUser = write.user;
      this.#lastRing = ringOf(write);
    }
    const displaced = this.#rings[this.#lastRing].add(write);
    if (displaced !== undefined) this.#log?.drop(String(displaced));
  }
}

function writeOf({ resource: qualified, ...record }: WriteRecord, revision: number): NewWrite {
  const [resource = '', ...group] = qualified.split('.');
  return {
    ...{ subresource: '', namespace: '', trace: undefined, cause: undefined },
    ...record,
    time: Date.parse(record.time),
    revision,
    resource,
    group: group.join('.'),
  };
}
