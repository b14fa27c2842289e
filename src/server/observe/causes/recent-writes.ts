import { isClusterComponent } from '../../../api/cluster-component.ts';
import type { WriteCause, WriteRecord } from '../../../api/debug/causes.ts';
import { type Clock, microTimeText, reportToConsole } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';
import { type TraceLog, TraceLogWriter } from '../traces/trace-log.ts';

/** Number of recent writes kept: of users and their programs, and of cluster components such as controllers. */
const MAXIMUM_WRITES = { clients: 500, components: 3000 };

/** Number of writes above the maximum at which so many are dropped together, because dropping one would move all. */
const SURPLUS = 100;

/** Names of the limits. */
type Ring = keyof typeof MAXIMUM_WRITES;

/** A write without its time as text, which is created when somebody asks for it. */
export interface NewWrite {
  readonly revision: number;
  readonly effect: WriteRecord['effect'];
  readonly resource: string;
  /** Empty for writes of the whole object. */
  readonly subresource: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  readonly user: string;
  readonly trace: string | undefined;
  readonly cause: WriteCause | undefined;
}

class KeptWrite {
  readonly name: string;
  readonly revision: number;
  readonly ring: Ring;
  readonly #write: NewWrite;
  readonly #time: number | string;

  /** @param time milliseconds since 1970, or metav1.MicroTime */
  constructor(write: NewWrite, time: number | string) {
    this.name = String(write.revision);
    this.revision = write.revision;
    this.ring = isClusterComponent(write.user) ? 'components' : 'clients';
    this.#write = write;
    this.#time = time;
  }

  record(): WriteRecord {
    const time = typeof this.#time === 'string' ? this.#time : microTimeText(this.#time);
    const { effect, resource, subresource, namespace, name, user, trace, cause } = this.#write;
    return {
      ...{ revision: this.name, time, effect, resource, name, user },
      ...(subresource ? { subresource } : {}),
      ...(namespace ? { namespace } : {}),
      ...(trace ? { trace } : {}),
      ...(cause ? { cause } : {}),
    };
  }

  json(): string {
    return JSON.stringify(this.record());
  }
}

/**
 * The most recent writes of a server and what led to them, in memory and in the log of its host. Writes of controllers
 * never displace those of users.
 */
export class RecentWrites {
  readonly #clock: Clock;
  readonly #log: TraceLogWriter | undefined;
  readonly #readLog: NonNullable<TraceLog<WriteRecord>['read']>;
  #earlier: Promise<void> | undefined;
  readonly #rings: Readonly<Record<Ring, KeptWrite[]>> = { clients: [], components: [] };

  /** @param log contains the writes of earlier servers and stores new ones; without it, they end with the server */
  constructor(clock: Clock, log?: TraceLog<WriteRecord>) {
    this.#clock = clock;
    this.#log = log && new TraceLogWriter(log, clock, () => this.#complete());
    this.#readLog = async () => log?.read() ?? [];
  }

  add(write: NewWrite): void {
    const kept = new KeptWrite(write, this.#clock.now());
    this.#log?.add(kept);
    this.#keep(kept);
  }

  /** Returns the writes of this server and of earlier ones, oldest first. */
  async list(): Promise<readonly WriteRecord[]> {
    await this.#complete();
    return this.#kept()
      .sort((one, other) => one.revision - other.revision)
      .map((write) => write.record());
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
    for (const { trace, revision } of batches.flatMap(({ traces }) => traces))
      this.#keep(new KeptWrite(writeOf(trace, revision), trace.time));
    for (const write of newer) this.#keep(write);
  }

  #kept(): KeptWrite[] {
    return Object.values(this.#rings).flat();
  }

  #keep(write: KeptWrite): void {
    const ring = this.#rings[write.ring];
    ring.push(write);
    if (ring.length < MAXIMUM_WRITES[write.ring] + SURPLUS) return;
    for (const { name } of ring.splice(0, SURPLUS)) this.#log?.drop(name);
  }
}

const writeOf = (record: WriteRecord, revision: number): NewWrite => ({
  ...{ subresource: '', namespace: '', trace: undefined, cause: undefined },
  ...record,
  revision,
});
