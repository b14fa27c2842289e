import type { ObjectMeta } from '../api/kinds/meta-v1.generated.ts';
import { isRecord } from '../api/object.ts';
import type { ApiClient } from './api-client.ts';
import { listPages } from './list-pages.ts';
import { type CollectionOptions, WATCH_SECONDS } from './object-source.ts';
import type { WatchEvent } from './read-watch-events.ts';
import type { ReflectorSource } from './reflector.ts';
import type { ResourceAddress } from './resource-path.ts';

/** A column of a server-side table. A `priority` above 0 marks columns of the wide view. */
export interface TableColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}
export interface TableRow {
  /** Values in the order of the columns. */
  readonly cells: readonly unknown[];
  /** The metadata of the row's object. */
  readonly object: { readonly metadata: ObjectMeta };
}
/** Which rows to follow. */
export interface TableOptions extends CollectionOptions {
  /** Has the server send the whole object of each row, not only its metadata. */
  readonly includeObject?: 'Object';
}
/** A server-side table. */
export interface Table {
  readonly kind: 'Table';
  readonly metadata?: { readonly resourceVersion?: string };
  readonly columnDefinitions?: readonly TableColumnDefinition[] | null;
  readonly rows?: readonly TableRow[] | null;
}

/** The Table of either dialect's meta group, or plain JSON for kinds without a table. */
export const TABLE_ACCEPT = [
  ...['meta.cluster.io', 'meta.k8s.io'].map((group) => `application/json;as=Table;g=${group};v=v1`),
  'application/json',
].join(',');

const DEFAULT_COLUMNS: readonly TableColumnDefinition[] = [
  { name: 'Name', type: 'string', format: 'name', description: 'Name of the object', priority: 0 },
  { name: 'Age', type: 'date', format: '', description: 'Time since the object was created', priority: 0 },
];

/** Returns the table rows of a collection as the source of a reflector. `onColumns` receives the columns of each list. */
export function tableSource(
  client: ApiClient,
  address: ResourceAddress,
  options: TableOptions,
  onColumns: (columns: readonly TableColumnDefinition[]) => void,
): ReflectorSource<TableRow> {
  return {
    async list(signal) {
      const items: TableRow[] = [];
      let resourceVersion = '';
      let columns: Table['columnDefinitions'];
      for await (const page of listPages(client, address, { ...options, signal, accept: TABLE_ACCEPT })) {
        const table = asTable(page);
        items.push(...(table.rows ?? []));
        resourceVersion = table.metadata?.resourceVersion ?? '';
        columns ??= table.columnDefinitions;
      }
      onColumns(columns?.length ? columns : DEFAULT_COLUMNS);
      return { items, resourceVersion };
    },
    async *watch(resourceVersion, signal) {
      const events = client.watch<unknown>(address, {
        ...options,
        resourceVersion,
        signal,
        accept: TABLE_ACCEPT,
        allowWatchBookmarks: true,
        timeoutSeconds: WATCH_SECONDS,
      });
      for await (const event of events) yield* rowEvents(event);
    },
    resourceVersionOf: ({ object }) => object.metadata.resourceVersion,
  };
}

/** Splits the table of a watch event into one event per row. A bookmark may have no row. */
function* rowEvents({ type, object }: WatchEvent<unknown>): Generator<WatchEvent<TableRow>, void, void> {
  const table = asTable(object);
  const resourceVersion = table.metadata?.resourceVersion;
  if (type === 'BOOKMARK' && resourceVersion) {
    yield { type, object: { cells: [], object: { metadata: { resourceVersion } } } };
  } else for (const row of table.rows ?? []) yield { type, object: row };
}

/** Returns a Table unchanged, and a list or object of a kind without a table as a table of names and ages. */
export function asTable(answer: unknown): Table {
  if (!isRecord(answer)) return { kind: 'Table' };
  if (answer.kind === 'Table') return answer as unknown as Table;
  const objects = Array.isArray(answer.items) ? answer.items : [answer];
  const metadata = Array.isArray(answer.items) ? (answer.metadata as Table['metadata']) : undefined;
  return { kind: 'Table', ...(metadata ? { metadata } : {}), rows: objects.filter(isRecord).map(rowOf) };
}

function rowOf(object: Record<string, unknown>): TableRow {
  const metadata = (isRecord(object.metadata) ? object.metadata : {}) as ObjectMeta;
  return { cells: [metadata.name, metadata.creationTimestamp], object: { metadata } };
}
