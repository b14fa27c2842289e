import type { MergeableDocument } from '../../schema/openapi/merge-openapi-v2.ts';
import type { RemoteVersion } from './remote-discovery.ts';

/** The documents of an extension API server about one group version, as last read. */
export interface RemoteDocuments {
  readonly discovery: RemoteVersion;
  /** Whether the last attempt to read discovery succeeded. */
  readonly isCurrent: boolean;
  /** The OpenAPI v2 document, of the paths of the group only. */
  readonly openApiV2: MergeableDocument | undefined;
  /** The OpenAPI v3 documents by their paths: `apis/example.com/v1`. */
  readonly openApiV3: Readonly<Record<string, { readonly serverRelativeURL?: string }>>;
  /** The OpenAPI v3 document converted from v2, for servers without v3 documents. */
  readonly convertedV3: object | undefined;
}

/** The documents of extension API servers, by the names of their APIServices. */
export class RemoteDocumentCache {
  #documents: ReadonlyMap<string, RemoteDocuments>;

  /** @param origin the documents of the server that this one is a fork of */
  constructor(origin?: RemoteDocumentCache) {
    this.#documents = origin?.documents ?? new Map();
  }

  /** A new map after every change. */
  get documents(): ReadonlyMap<string, RemoteDocuments> {
    return this.#documents;
  }

  set(name: string, documents: RemoteDocuments): void {
    this.#documents = new Map([...this.#documents, [name, documents]]);
  }

  delete(name: string): void {
    if (!this.#documents.has(name)) return;
    this.#documents = new Map([...this.#documents].filter(([known]) => known !== name));
  }
}
