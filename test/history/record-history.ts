import type { GetRecord, History, ListRecord, Seen, WatchEvent, WatchRecord, WriteRecord } from './history.ts';

/** Sends a request to the server. Rejects when no answer arrives. */
export type Send = (method: string, path: string, body?: object, contentType?: string) => Promise<Response>;

export interface RecordingOptions {
  readonly send: Send;
  readonly clients: number;
  /** Requests of each client. */
  readonly requests: number;
  readonly keys: number;
  readonly watches: number;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  /** Resolves when the server answers again, after a request without an answer. */
  readonly recovered?: () => Promise<void>;
}

const NAMESPACE = 'history';
const COLLECTION = `/api/v1/namespaces/${NAMESPACE}/configmaps`;
/** The last write: a watch with this object is complete. */
const LAST = 'last';

interface ConfigMap {
  readonly metadata: { readonly name: string; readonly resourceVersion: string; readonly uid: string };
  /** In the answer to a delete. */
  readonly details?: { readonly uid: string };
  readonly data?: { readonly written?: string; readonly patched?: string };
}

const seenOf = ({ metadata, data = {} }: ConfigMap): Seen => ({
  key: metadata.name,
  revision: Number(metadata.resourceVersion),
  value: `${data.written ?? ''}/${data.patched ?? ''}`,
});

/** Lets clients write and read a few objects concurrently, and records their requests and answers. */
export async function recordHistory(options: RecordingOptions): Promise<History> {
  const { send, clients, requests, watches } = options;
  await send('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } });
  const { metadata } = (await (await send('GET', COLLECTION)).json()) as { metadata: { resourceVersion: string } };
  const recorder = new Recorder(options);
  const started = Array.from({ length: watches }, (_, index) =>
    recorder.watch(Number(metadata.resourceVersion), index === 0 ? 0 : index * requests),
  );
  await Promise.all(Array.from({ length: clients }, () => recorder.runClient()));
  while ((await recorder.write('create', LAST)).outcome === 'unknown');
  const [first, ...others] = await Promise.all(started);
  if (!first) throw new Error('a history needs a watch');
  const { writes, gets, lists } = recorder;
  return { writes, gets, lists, watches: [first, ...others] };
}

class Recorder {
  readonly writes: WriteRecord[] = [];
  readonly gets: GetRecord[] = [];
  readonly lists: ListRecord[] = [];
  readonly #options: RecordingOptions;
  #moments = 0;
  #texts = 0;

  constructor(options: RecordingOptions) {
    this.#options = options;
  }

  async runClient(): Promise<void> {
    const { requests, keys, random } = this.#options;
    const kinds = ['create', 'create', 'update', 'update', 'patch', 'patch', 'delete', 'get', 'get', 'list'] as const;
    let known: Seen | undefined;
    for (let request = 0; request < requests; request++) {
      const kind = kinds[Math.floor(random() * kinds.length)] ?? 'get';
      const key = `key-${Math.floor(random() * keys)}`;
      if (kind === 'get') known = (await this.#get(key)) ?? known;
      else if (kind === 'list') await this.#list(random() < 0.5);
      else if (kind !== 'update') known = (await this.write(kind, key)).seen ?? known;
      else if (known) known = (await this.write(kind, known.key, known.revision)).seen;
    }
  }

  async write(kind: WriteRecord['kind'], key: string, expected?: number): Promise<WriteRecord> {
    const text = kind === 'delete' ? '' : `text-${++this.#texts}`;
    const began = ++this.#moments;
    const [status, object] = await this.#sendWrite(kind, key, text, expected);
    const outcome = OUTCOMES[kind === 'create' && status === 409 ? 'exists' : `${status}`] ?? 'unknown';
    const ended = outcome === 'unknown' ? Number.POSITIVE_INFINITY : ++this.#moments;
    const seen = outcome === 'done' && kind !== 'delete' && object ? { seen: seenOf(object) } : {};
    const uid = object?.details?.uid;
    const record = {
      kind,
      key,
      text,
      began,
      ended,
      outcome,
      ...seen,
      ...(expected ? { expected } : {}),
      ...(kind === 'delete' && uid ? { uid } : {}),
    };
    this.writes.push(record);
    return record;
  }

  #sendWrite(kind: WriteRecord['kind'], name: string, text: string, expected?: number) {
    const path = `${COLLECTION}/${name}`;
    if (kind === 'delete') return this.#answer('DELETE', path);
    if (kind === 'patch')
      return this.#answer('PATCH', path, { data: { patched: text } }, 'application/merge-patch+json');
    const object = {
      metadata: { name, ...(expected ? { resourceVersion: `${expected}` } : {}) },
      data: { written: text },
    };
    return kind === 'create' ? this.#answer('POST', COLLECTION, object) : this.#answer('PUT', path, object);
  }

  async #get(key: string): Promise<Seen | undefined> {
    const began = ++this.#moments;
    const [status, object] = await this.#answer('GET', `${COLLECTION}/${key}`);
    const seen = status === 200 && object ? seenOf(object) : undefined;
    if (status === 200 || status === 404) this.gets.push({ key, began, ended: ++this.#moments, seen });
    return seen;
  }

  async #list(mayBeStale: boolean): Promise<void> {
    const began = ++this.#moments;
    const [status, list] = await this.#answer('GET', mayBeStale ? `${COLLECTION}?resourceVersion=0` : COLLECTION);
    if (status !== 200 || !list) return;
    const items = ((list as unknown as { items: ConfigMap[] }).items ?? []).map(seenOf);
    const revision = Number(list.metadata.resourceVersion);
    this.lists.push({ began, ended: ++this.#moments, revision, items, mayBeStale });
  }

  /** Returns the status and the object of an answer; status 0 without an answer. */
  async #answer(...request: Parameters<Send>): Promise<readonly [number, ConfigMap | undefined]> {
    try {
      const response = await this.#options.send(...request);
      return [response.status, (await response.json()) as ConfigMap];
    } catch {
      await this.#options.recovered?.();
      return [0, undefined];
    }
  }

  /** Watches from a revision, or from the newest revision of the first writes, until the last write. */
  async watch(first: number, writes: number): Promise<WatchRecord> {
    while (this.writes.length < writes) await new Promise((resolve) => setTimeout(resolve, 1));
    const after = Math.max(first, ...this.writes.slice(0, writes).map(({ seen }) => seen?.revision ?? 0));
    const events: WatchEvent[] = [];
    while (events.at(-1)?.key !== LAST) {
      const path = `${COLLECTION}?watch=true&resourceVersion=${events.at(-1)?.revision ?? after}`;
      try {
        await readEvents(await this.#options.send('GET', path), events);
      } catch {
        await this.#options.recovered?.();
      }
    }
    return { after, events };
  }
}

const OUTCOMES: Readonly<Record<string, WriteRecord['outcome'] | undefined>> = {
  ...{ 200: 'done', 201: 'done', 404: 'absent', 409: 'conflict', exists: 'exists' },
};

/** Appends the events of a response until it ends or the last object is written. */
async function readEvents(response: Response, events: WatchEvent[]): Promise<void> {
  if (!response.ok || !response.body) throw new Error(`a watch was answered with ${response.status}`);
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { type, object } = JSON.parse(line) as { type: string; object: ConfigMap };
      if (type === 'ERROR') throw new Error(line);
      events.push({ type, uid: object.metadata.uid, ...seenOf(object) });
    }
    if (events.at(-1)?.key === LAST) return;
  }
}
