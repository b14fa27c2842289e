import { type Requeue, WorkQueue } from '../../../client/work-queue.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { apiServicesOf } from './follow-api-services.ts';
import { readRemoteDocuments } from './read-remote-documents.ts';

/** Milliseconds between two refreshes. */
const INTERVAL = 60_000;
const WORKERS = 2;

/**
 * Refreshes the discovery and OpenAPI documents of extension API servers, which are merged into those of this server.
 */
export class RemoteDocumentsRefresh {
  readonly #server: ServerContext;
  /** Names of APIServices. */
  readonly #queue: WorkQueue;
  #unfollow: () => void = () => undefined;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#queue = new WorkQueue({
      ...server,
      describe: (name) => `reading the documents of ${name}`,
      work: (name) => this.#refresh(name),
      workers: WORKERS,
    });
  }

  /**
   * Reads all documents in the background, again when an APIService changes, and regularly.
   * @param isComplete whether all have been read
   */
  async start(isComplete: boolean): Promise<void> {
    const { objects, apis } = this.#server;
    const prefix = apiServicesOf(this.#server)?.keyPrefix;
    if (prefix === undefined) return;
    this.#unfollow = await objects.storage.follow(prefix, {
      changed: (changes) => {
        for (const { key } of changes) this.#queue.add(key.slice(prefix.length));
      },
    });
    for (const { name } of apis.remote) {
      if (isComplete) this.#queue.addAfter(name, INTERVAL);
      else this.#queue.add(name);
    }
  }

  /** Resolves when the running work has ended. */
  close(): Promise<void> {
    this.#unfollow();
    return this.#queue.close();
  }

  async #refresh(name: string): Promise<Requeue | undefined> {
    const { apis, remoteDocuments } = this.#server;
    const find = () => apis.remote.find((api) => api.name === name);
    const api = find();
    if (!api) {
      remoteDocuments.delete(name);
      this.#queue.forget(name);
      return undefined;
    }
    const documents = await readRemoteDocuments(this.#server, api, remoteDocuments.documents.get(name));
    if (find()) remoteDocuments.set(name, documents);
    return documents.isCurrent ? { after: INTERVAL } : {};
  }
}
