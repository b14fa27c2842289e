import { keptEntry } from '../../../storage/kept-entry.ts';
import type { Entry } from '../../../storage/storage.ts';
import type { EtcdClient } from './etcd-client.ts';
import type { EtcdKeys } from './etcd-keys.ts';
import type { Header, KeyValue, RequestOp } from './etcd-protocol.ts';

/** The number of keys per read. */
const PAGE = 1_000;

/** The content that is read when a storage is opened, or when the history that its watch needs is compacted. */
export interface Content {
  readonly header: Header;
  readonly entries: readonly Entry[];
}

/** Marks a new prefix. @throws Error when the prefix has keys of others */
export async function markPrefix(client: EtcdClient, { mark, range }: EtcdKeys, prefix: string): Promise<void> {
  const { kvs } = await client.read({ ...range, limit: 1, keys_only: true });
  if (kvs.length > 0 && (await client.read({ key: mark, keys_only: true })).kvs.length === 0)
    throw new Error(`etcd has keys of another program at the prefix ${prefix}: choose another one with --etcd-prefix`);
  if (kvs.length > 0) return;
  await client.call('Txn', {
    compare: [{ target: 'MOD', key: mark, mod_revision: 0 }],
    success: [putOf(mark)],
    failure: [],
  });
}

/** Returns the write of a prefix's mark, whose value does not matter. */
export const putOf = (mark: string): RequestOp => ({ request_put: { key: mark, value: '1' } });

/** Reads all keys at one revision. */
export async function readContent(client: EtcdClient, keys: EtcdKeys): Promise<Content> {
  const { range } = keys;
  const entries: Entry[] = [];
  let page = await client.read({ ...range, limit: PAGE });
  const { header } = page;
  for (;;) {
    for (const kv of page.kvs) if (kv.key !== keys.mark) entries.push(entryOf(keys, kv));
    const last = page.kvs.at(-1);
    if (!page.more || !last) return { header, entries };
    page = await client.read({ ...range, key: `${last.key}\0`, limit: PAGE, revision: header.revision });
  }
}

export const entryOf = (
  keys: EtcdKeys,
  { key, value, create_revision, mod_revision }: KeyValue,
  written?: object,
): Entry => keptEntry(keys.ofEtcd(key), written ?? value, create_revision, mod_revision);
