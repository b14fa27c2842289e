import type { GetRecord, History, ListRecord, Seen, WatchEvent, WatchRecord, WriteRecord } from './history.ts';

/**
 * Checks that a history is linearizable for each key, and that watches deliver each change once, in order and without
 * gaps. Revisions make this cheap: the first watch gives the order of all changes, and everything else must agree with it.
 * Returns the violations; empty when there are none.
 */
export function problemsOf(history: History): string[] {
  const timeline = new Timeline(history);
  return [
    ...timeline.problems(),
    ...history.writes.flatMap((write) => timeline.problemsOfWrite(write)),
    ...history.gets.flatMap((get) => timeline.problemsOfGet(get)),
    ...history.lists.flatMap((list) => timeline.problemsOfList(list)),
    ...history.watches.slice(1).flatMap((watch) => timeline.problemsOfWatch(watch)),
  ];
}

/** A state of a key, from one of its changes to the next. */
interface Span {
  /** Undefined while the key is absent. */
  readonly seen: Seen | undefined;
  /** The earliest moment at which the change was sent; 0 for the state before all changes. */
  readonly began: number;
  /** The moment at which the next change was acknowledged; Infinity when it was not. */
  ended: number;
}

const fieldsOf = (value: string): readonly [written: string, patched: string] => {
  const [written = '', patched = ''] = value.split('/');
  return [written, patched];
};

/** All changes in the order of their revisions. */
class Timeline {
  readonly #events: readonly WatchEvent[];
  readonly #writes: readonly WriteRecord[];
  readonly #resends: boolean;
  readonly #byText: ReadonlyMap<string, WriteRecord>;
  /** The write of each event, by its revision. */
  readonly #causes = new Map<number, WriteRecord>();
  readonly #byKey = new Map<string, WatchEvent[]>();
  /** Writes with a known revision, by revision. */
  readonly #known: readonly { readonly write: WriteRecord; readonly revision: number }[];

  constructor({ writes, watches, resends = false }: History) {
    this.#events = watches[0].events;
    this.#resends = resends;
    this.#writes = writes;
    this.#byText = new Map(writes.filter(({ kind }) => kind !== 'delete').map((write) => [write.text, write]));
    for (const event of this.#events) {
      const events = this.#byKey.get(event.key) ?? [];
      this.#byKey.set(event.key, [...events, event]);
      const cause = event.type === 'DELETED' ? undefined : this.#writerOf(event, events.at(-1));
      if (cause) this.#causes.set(event.revision, cause);
    }
    this.#matchDeletes();
    this.#known = [...this.#causes]
      .map(([revision, write]) => ({ revision, write }))
      .sort((a, b) => a.revision - b.revision);
  }

  /** Returns the write that set the newer field of an event. */
  #writerOf({ value }: Seen, before: WatchEvent | undefined): WriteRecord | undefined {
    const [written, patched] = fieldsOf(value);
    const isPatch = before !== undefined && before.type !== 'DELETED' && fieldsOf(before.value)[0] === written;
    return this.#byText.get(isPatch ? patched : written);
  }

  /** Matches each deletion with its delete: the one whose answer names the object, or the earliest without an answer. */
  #matchDeletes(): void {
    const deletes = this.#writes.filter(({ kind }) => kind === 'delete');
    const unmatched = new Set(deletes.sort((a, b) => a.began - b.began));
    for (const { type, key, uid, revision } of this.#events) {
      if (type !== 'DELETED') continue;
      const candidates = [...unmatched].filter((write) => write.key === key);
      const found =
        candidates.find((write) => write.outcome === 'done' && write.uid === uid) ??
        candidates.find(({ outcome }) => outcome === 'unknown');
      if (!found) continue;
      this.#causes.set(revision, found);
      if (!this.#mayRepeat(found)) unmatched.delete(found);
    }
  }

  #mayRepeat({ outcome }: WriteRecord): boolean {
    return this.#resends && outcome === 'unknown';
  }

  /** The newest revision that was acknowledged before a moment. */
  #newestBefore(moment: number): number {
    const acknowledged = this.#writes.flatMap(({ ended, seen }) => (seen && ended < moment ? [seen.revision] : []));
    return Math.max(0, ...acknowledged);
  }

  problems(): string[] {
    const problems: string[] = [];
    let newest = 0;
    let sent = 0;
    for (const event of this.#events) {
      if (event.revision <= newest) problems.push(`event ${event.revision} follows ${newest}`);
      newest = event.revision;
      const write = this.#causes.get(event.revision);
      if (!write || write.outcome === 'conflict' || write.outcome === 'exists' || write.outcome === 'absent')
        problems.push(`nobody made change ${event.revision} of ${event.key} to ${event.value}`);
    }
    for (const { write, revision } of this.#known) {
      if (write.ended < sent) problems.push(`write ${revision} was acknowledged before an older one was sent`);
      sent = Math.max(sent, write.began);
    }
    for (const [key, events] of this.#byKey) problems.push(...problemsOfKey(key, events));
    const made = [...this.#causes.values()].filter((write) => !this.#mayRepeat(write));
    if (made.length > new Set(made).size) problems.push('a write was made twice');
    return problems;
  }

  problemsOfWrite(write: WriteRecord): string[] {
    const { kind, key, outcome, seen, expected, text } = write;
    const name = `${kind} of ${key} (${text || write.began})`;
    const isPossible = (wants: (seen: Seen | undefined) => boolean): boolean =>
      this.#spansOf(key).some((span) => isWithin(span, write) && wants(span.seen));
    if (outcome === 'absent') return isPossible((found) => !found) ? [] : [`${name} missed an object that exists`];
    if (outcome === 'exists') return isPossible(Boolean) ? [] : [`${name} found an object that does not exist`];
    if (outcome === 'conflict')
      return isPossible((found) => found?.revision !== expected)
        ? []
        : [`${name} met a conflict without another write`];
    if (outcome === 'unknown') return [];
    if (kind === 'delete')
      return [...this.#causes.values()].includes(write) ? [] : [`${name} was acknowledged and is lost`];
    const events = this.#byKey.get(key) ?? [];
    const at = events.findIndex((event) => event.revision === seen?.revision);
    const [event, before] = [events[at], at > 0 ? events[at - 1] : undefined];
    if (!event || !seen || this.#causes.get(event.revision) !== write) return [`${name} was acknowledged and is lost`];
    if (event.value !== seen.value) return [`${name} was answered with ${seen.value}, but ${event.value} was stored`];
    if (expected !== undefined && before?.revision !== expected) return [`${name} overwrote a newer object`];
    return [];
  }

  problemsOfGet(get: GetRecord): string[] {
    const isPossible = this.#spansOf(get.key).some((span) => isWithin(span, get) && isSame(span.seen, get.seen));
    return isPossible ? [] : [`get of ${get.key} returned ${textOf(get.seen)}, which it was not at that time`];
  }

  problemsOfList({ began, revision, items, mayBeStale }: ListRecord): string[] {
    const problems: string[] = [];
    if (!mayBeStale && revision < this.#newestBefore(began)) problems.push(`list at ${revision} is stale`);
    const state = new Map<string, Seen>();
    for (const event of this.#events.filter((one) => one.revision <= revision)) {
      if (event.type === 'DELETED') state.delete(event.key);
      else state.set(event.key, event);
    }
    const found = new Map(items.map((item) => [item.key, item]));
    for (const key of new Set([...state.keys(), ...found.keys()])) {
      if (!isSame(state.get(key), found.get(key)))
        problems.push(`list at ${revision} has ${key} as ${textOf(found.get(key))}, not ${textOf(state.get(key))}`);
    }
    return problems;
  }

  problemsOfWatch({ after, events }: WatchRecord): string[] {
    const expected = this.#events.filter(({ revision }) => revision > after);
    const at = expected.findIndex((event, index) => textOfEvent(event) !== textOfEvent(events[index]));
    if (at >= 0)
      return [`watch after ${after} has ${textOfEvent(events[at])} in place of ${textOfEvent(expected[at])}`];
    return events.length > expected.length ? [`watch after ${after} has more events than there were changes`] : [];
  }

  #spansOf(key: string): readonly Span[] {
    const spans: Span[] = [{ seen: undefined, began: 0, ended: Number.POSITIVE_INFINITY }];
    for (const event of this.#byKey.get(key) ?? []) {
      const write = this.#causes.get(event.revision);
      const last = spans.at(-1);
      if (last) last.ended = write?.ended ?? Number.POSITIVE_INFINITY;
      const seen = event.type === 'DELETED' ? undefined : event;
      spans.push({ seen, began: write?.began ?? 0, ended: Number.POSITIVE_INFINITY });
    }
    return spans;
  }
}

/** Reports whether a request may have seen a state: sent before the answer, and not replaced before the request. */
const isWithin = (span: Span, { began, ended }: { readonly began: number; readonly ended: number }): boolean =>
  span.began < ended && span.ended > began;

const isSame = (one: Seen | undefined, other: Seen | undefined): boolean =>
  one?.revision === other?.revision && one?.value === other?.value;

const textOf = (seen: Seen | undefined): string => (seen ? `${seen.value} at ${seen.revision}` : 'absent');
const textOfEvent = (event: WatchEvent | undefined): string =>
  event ? `${event.type} ${event.key} ${textOf(event)}` : 'no event';

/** Returns impossible types in the events of one key, and patches that change fields that they do not set. */
function problemsOfKey(key: string, events: readonly WatchEvent[]): string[] {
  return events.flatMap((event, index) => {
    const before = events[index - 1];
    const exists = before !== undefined && before.type !== 'DELETED';
    if (event.type !== (exists ? event.type.replace('ADDED', 'MODIFIED') : 'ADDED'))
      return [`${event.type} of ${key} at ${event.revision} follows ${before?.type ?? 'nothing'}`];
    if (event.type === 'DELETED' && event.value !== before?.value)
      return [`${key} was deleted at ${event.revision} as ${event.value}, but was ${before?.value}`];
    const [[written, patched], [, patchedBefore]] = [fieldsOf(event.value), fieldsOf(before?.value ?? '')];
    if (exists && patched !== '' && patched === patchedBefore && written !== fieldsOf(before.value)[0])
      return [`an update of ${key} at ${event.revision} kept a field that it removes`];
    return [];
  });
}
