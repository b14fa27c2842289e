import { readFile } from 'node:fs/promises';
import { errorText } from '../../api/error-text.ts';
import { FlagError, type ServerFlags } from '../../server/flags/server-flags.ts';
import type { Storage } from '../../storage/storage.ts';
import type { EtcdStorageOptions } from './etcd/etcd-storage.ts';
import { readOption } from './read-server-flags.ts';
import { keepDialect } from './served-dialect.ts';

export const ETCD_OPTIONS = ['etcd-servers', 'etcd-prefix', 'etcd-cafile', 'etcd-certfile', 'etcd-keyfile'] as const;

/** Options that describe a cluster of a single process. */
const OF_ONE_PROCESS = ['data-dir', 'scenario', 'seed', 'users', 'faults'];

const STANDARD_PREFIX = '/tabplane';

type Options = Readonly<Record<string, readonly string[] | undefined>>;

/** Returns the etcd that options name; undefined without such options. @throws FlagError */
export async function etcdOf(options: Options): Promise<EtcdStorageOptions | undefined> {
  const servers = (options['etcd-servers'] ?? []).flatMap((list) => list.split(',')).filter(Boolean);
  if (!options['etcd-servers']) return undefined;
  const other = OF_ONE_PROCESS.find((name) => options[name]);
  if (other) throw new FlagError(`--etcd-servers cannot be combined with --${other}`);
  const [first] = servers;
  if (first === undefined) throw new FlagError('--etcd-servers takes at least one address, as http://127.0.0.1:2379');
  for (const server of servers) checkServer(server);
  const [authority, certificate, key] = await Promise.all(
    (['etcd-cafile', 'etcd-certfile', 'etcd-keyfile'] as const).map(async (name) => {
      const path = options[name]?.at(-1);
      return path === undefined ? undefined : readOption(name, path, (file) => readFile(file, 'utf8'));
    }),
  );
  if ((certificate === undefined) !== (key === undefined))
    throw new FlagError('--etcd-certfile and --etcd-keyfile must be set together');
  const isSecure = servers.some((server) => server.startsWith('https:'));
  if (!isSecure && (authority !== undefined || certificate !== undefined))
    throw new FlagError(`--etcd-cafile and --etcd-certfile need addresses with https, not ${first}`);
  const prefix = `/${options['etcd-prefix']?.at(-1) ?? STANDARD_PREFIX}`.replaceAll(/^\/+|\/+$/g, '');
  if (prefix === '') throw new FlagError('--etcd-prefix takes a path, as /tabplane');
  return {
    servers,
    prefix: `/${prefix}`,
    authority,
    ...(certificate !== undefined && key !== undefined && { certificate: { certificate, key } }),
  };
}

/** @throws FlagError */
function checkServer(server: string): void {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.host === '' || url.pathname !== '/')
    throw new FlagError(`--etcd-servers takes addresses as http://127.0.0.1:2379, not ${server}`);
}

/** Opens the storage of a server. @throws FlagError, Error whose message names the option */
export async function openServedEtcd(given: EtcdStorageOptions, { dialect }: ServerFlags): Promise<Storage> {
  // Few installations need gRPC, so it is loaded only here.
  const { openEtcdStorage } = await import('./etcd/etcd-storage.ts').catch((error: unknown) => {
    throw new Error(`etcd needs the package @grpc/grpc-js, which cannot be loaded here: ${errorText(error)}`);
  });
  const storage = await openEtcdStorage(given).catch((error: unknown) => {
    throw new Error(`--etcd-servers: ${errorText(error)}`);
  });
  try {
    await keepDialect(storage, dialect, 'etcd');
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}
