import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EtcdClient } from '../../src/hosts/node/etcd/etcd-client.ts';
import { openEtcdStorage } from '../../src/hosts/node/etcd/etcd-storage.ts';
import {
  type Change,
  CommitTooLargeError,
  type Storage,
  StorageFullError,
  StorageUnavailableError,
} from '../../src/storage/storage.ts';
import { EtcdProcess, hasEtcd } from '../helpers/etcd-process.ts';

const put = (key: string, value: string, expected = 0) => ({ key, value, expected });

/** A network to etcd that can be cut. */
class Network {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  static async open(target: string): Promise<Network> {
    const network = new Network(Number(new URL(target).port));
    await new Promise<void>((resolve) => network.#server.listen(0, '127.0.0.1', resolve));
    return network;
  }

  private constructor(port: number) {
    this.#server = createServer((socket) => {
      if (this.#isCut) return void socket.destroy();
      const other = connect(port, '127.0.0.1');
      for (const one of [socket, other]) {
        this.#sockets.add(one);
        one.on('error', () => undefined);
        one.on('close', () => {
          socket.destroy();
          other.destroy();
          this.#sockets.delete(one);
        });
      }
      socket.pipe(other).pipe(socket);
    });
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  restore(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

describe.skipIf(!hasEtcd)('a storage on etcd', () => {
  let etcd: EtcdProcess;
  const open = (url = etcd.url) => openEtcdStorage({ servers: [url], prefix: '/cluster' });
  const opened: { close(): void | Promise<void> }[] = [];

  async function committed(storage: Storage, ...writes: Parameters<Storage['commit']>[0]): Promise<number> {
    const result = await storage.commit(writes);
    if (!result.committed) throw new Error(`the commit of ${result.key} was refused`);
    return result.revision;
  }

  /** Opens a storage whose network can be cut, and one that always reaches etcd. */
  async function openBehindNetwork() {
    const network = await Network.open(etcd.url);
    const [near, far] = [await open(), await open(network.url)];
    opened.push(far, near, network);
    const heard: Change[][] = [];
    await far.follow('', { changed: (changes) => void heard.push([...changes]) });
    return { network, near, far, heard };
  }

  beforeEach(async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    etcd = await EtcdProcess.start();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const each of opened.splice(0)) await each.close();
    await etcd.remove();
  });

  it('reads the newest revision once for all callers of a turn of the event loop', async () => {
    const storage = await open();
    opened.push(storage);
    const reads = vi.spyOn(EtcdClient.prototype, 'read');
    const later = async (): Promise<void> => {
      for (let count = 0; count < 50; count++) await undefined;
      await storage.catchUp?.();
    };
    await Promise.all([storage.catchUp?.(), storage.catchUp?.(), later()]);
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('rejects commits while etcd is unreachable, and recovers when it is back', async () => {
    const storage = await open();
    opened.push(storage);
    const heard: string[] = [];
    await storage.follow('', { changed: (changes) => void heard.push(...changes.map(({ key }) => key)) });
    const one = await committed(storage, put('/a', '1'));
    await etcd.end();
    await expect(storage.commit([put('/b', '1')])).rejects.toThrow(StorageUnavailableError);
    await expect(storage.catchUp?.()).rejects.toThrow(/^rpc error: code = Unavailable desc = /);
    await expect(storage.ping?.()).rejects.toThrow(StorageUnavailableError);
    expect((await storage.get('/a'))?.revision).toBe(one);
    await etcd.start();
    await expect
      .poll(
        () =>
          storage.catchUp?.().then(
            () => 'caught up',
            () => 'away',
          ),
        { timeout: 10_000 },
      )
      .toBe('caught up');
    expect(await committed(storage, put('/c', '1'))).toBeGreaterThan(one);
    expect(heard).toEqual(['/a', '/c']);
  });

  it('waits for a paused etcd', async () => {
    const storage = await open();
    opened.push(storage);
    etcd.signal('SIGSTOP');
    const late = committed(storage, put('/a', '1'));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await storage.get('/a')).toBe(undefined);
    etcd.signal('SIGCONT');
    expect((await storage.revision()) <= (await late)).toBe(true);
    expect((await storage.get('/a'))?.value).toBe('1');
  });

  it('announces every commit that it missed while its network was cut', async () => {
    const { network, near, heard } = await openBehindNetwork();
    const revisions = [await committed(near, put('/a', '1'))];
    await expect.poll(() => heard.length).toBe(1);
    network.cut();
    for (const value of ['2', '3']) revisions.push(await committed(near, put('/a', value, revisions.at(-1))));
    network.restore();
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(3);
    expect(heard.map((changes) => changes.map(({ revision, current }) => [revision, current?.value]))).toEqual(
      revisions.map((revision, index) => [[revision, `${index + 1}`]]),
    );
  });

  it('announces the differences as one commit when the missed history is compacted', async () => {
    const { network, near, far, heard } = await openBehindNetwork();
    const one = await committed(near, put('/a', '1'), put('/b', '1'), put('/c', '1'));
    await expect.poll(() => heard.length).toBe(1);
    network.cut();
    const two = await committed(near, put('/a', '2', one));
    await committed(near, put('/a', '3', two), { key: '/b', value: null, expected: one }, put('/d', '1'));
    await near.compact(await near.revision());
    network.restore();
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(2);
    const shape = ({ key, previous, current }: Change) => [key, previous?.value ?? null, current?.value ?? null];
    expect(heard[1]?.map(shape).sort()).toEqual([
      ['/a', '1', '3'],
      ['/b', '1', null],
      ['/d', null, '1'],
    ]);
    expect(new Set(heard[1]?.map(({ revision }) => revision))).toEqual(new Set([await far.revision()]));
    await committed(far, put('/e', '1'));
    expect(heard.at(-1)?.map(shape)).toEqual([['/e', null, '1']]);
  });

  it('accepts a compaction when another storage has compacted more', async () => {
    const { near, far } = await openBehindNetwork();
    const one = await committed(near, put('/a', '1'));
    const two = await committed(near, put('/a', '2', one));
    await near.compact(two);
    await far.catchUp?.();
    await expect(far.compact(one)).resolves.toBe(undefined);
    await expect(far.compact(two)).resolves.toBe(undefined);
  });

  it('catches up when clients write other keys in etcd', async () => {
    const { near, far } = await openBehindNetwork();
    const elsewhere = await openEtcdStorage({ servers: [etcd.url], prefix: '/elsewhere' });
    opened.push(elsewhere);
    await committed(near, put('/a', '1'));
    const revision = await committed(elsewhere, put('/a', '1'));
    await far.catchUp?.();
    expect((await far.get('/a'))?.value).toBe('1');
    expect(await far.revision()).toBeGreaterThanOrEqual(revision);
  });

  it('rejects a commit that is too large for etcd, and accepts one of the largest size', async () => {
    const storage = await open();
    opened.push(storage);
    await expect(storage.commit([put('/a', 'x'.repeat(2_000_000))])).rejects.toThrow(CommitTooLargeError);
    const { writes = 0, characters = 0 } = storage.largestCommit ?? {};
    const keys = Array.from({ length: writes }, (_, index) => `/many/${index}`);
    await expect(storage.commit([...keys, '/one-more'].map((key) => put(key, '')))).rejects.toThrow(
      CommitTooLargeError,
    );
    expect(await storage.list('/')).toMatchObject({ entries: [] });
    const value = '€'.repeat(Math.floor(characters / writes) - 10);
    expect(await committed(storage, ...keys.map((key) => put(key, value)))).toBe(await storage.revision());
  });

  it('reports that it is full when the quota of etcd is exceeded, and still answers reads', async () => {
    await etcd.remove();
    etcd = await EtcdProcess.start('--quota-backend-bytes=2000000');
    const storage = await open();
    opened.push(storage);
    const fill = async (): Promise<never> => {
      for (let index = 0; ; index++) await committed(storage, put(`/fill/${index}`, 'x'.repeat(200_000)));
    };
    await expect(fill()).rejects.toThrow(new StorageFullError('etcdserver: mvcc: database space exceeded'));
    await storage.catchUp?.();
    expect((await storage.list('/fill/')).entries.length).toBeGreaterThan(0);
  });

  it('becomes unavailable when etcd is replaced, because revisions would repeat', async () => {
    const network = await Network.open(etcd.url);
    const storage = await open(network.url);
    opened.push(storage, network);
    await committed(storage, put('/a', '1'));
    await etcd.replace();
    await expect
      .poll(
        () =>
          storage.catchUp?.().then(
            () => '',
            (error: Error) => error.message,
          ),
        { timeout: 10_000 },
      )
      .toBe('etcd was replaced by another one: restart the server');
    await expect(storage.commit([put('/b', '1')])).rejects.toThrow(StorageUnavailableError);
    expect((await storage.get('/a'))?.value).toBe('1');
  });
});
