/** A command of the script in a page. */
export type WatchCommand =
  | {
      readonly type: 'open';
      readonly id: number;
      readonly url: string;
      readonly headers: [string, string][];
    }
  | { readonly type: 'read' | 'cancel'; readonly id: number };

interface OpenWatch {
  readonly abort: AbortController;
  readonly decoder: TextDecoder;
  reader?: ReadableStreamDefaultReader<Uint8Array>;
}

/** The watches of a page, which reads their chunks one by one. */
export class PageWatches {
  readonly #send: (url: string, init: RequestInit) => Promise<Response>;
  readonly #open = new Map<number, OpenWatch>();

  constructor(send: (url: string, init: RequestInit) => Promise<Response>) {
    this.#send = send;
  }

  run(command: WatchCommand): Promise<unknown> {
    if (command.type === 'open') return this.#start(command);
    return command.type === 'read' ? this.#read(command.id) : this.#cancel(command.id);
  }

  closeAll(): void {
    for (const id of this.#open.keys()) void this.#cancel(id);
  }

  /** Returns the head of the response; null when the connection fails. */
  async #start({ id, url, headers }: Extract<WatchCommand, { type: 'open' }>) {
    const watch: OpenWatch = { abort: new AbortController(), decoder: new TextDecoder() };
    this.#open.set(id, watch);
    try {
      const response = await this.#send(url, {
        headers,
        signal: watch.abort.signal,
      });
      if (response.body) watch.reader = response.body.getReader();
      return { status: response.status, headers: [...response.headers] };
    } catch {
      this.#open.delete(id);
      return null; // The page rejects its `fetch`.
    }
  }

  /** Returns the next chunk as text; null at the end, false when the connection breaks. */
  async #read(id: number): Promise<string | null | false> {
    const watch = this.#open.get(id);
    try {
      const { done = true, value } = (await watch?.reader?.read()) ?? {};
      if (watch && !done && value) return watch.decoder.decode(value, { stream: true });
      this.#open.delete(id);
      return null;
    } catch {
      this.#open.delete(id);
      return false; // The page breaks its stream.
    }
  }

  async #cancel(id: number): Promise<void> {
    const watch = this.#open.get(id);
    this.#open.delete(id);
    watch?.abort.abort();
  }
}
