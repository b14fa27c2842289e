import { afterAll, it } from 'vitest';
import type { DialectName } from '../../src/api/dialect.ts';
import { openEtcdStorage } from '../../src/hosts/node/etcd/etcd-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { EtcdProcess, hasEtcd } from '../helpers/etcd-process.ts';
import { inProcess } from './in-process.ts';
import { replayScenarios } from './replay-scenarios.ts';

/** Replays every recorded conversation over an etcd that the servers share, each with a prefix of its own. */
export function replayOnEtcd(dialect: DialectName): void {
  if (!hasEtcd) {
    it.skip('the recorded conversations over etcd need etcd', () => undefined);
    return;
  }
  const storages: Storage[] = [];
  let etcd: Promise<EtcdProcess> | undefined;
  let count = 0;
  const open = async (): Promise<Storage> => {
    etcd ??= EtcdProcess.start();
    const storage = await openEtcdStorage({
      servers: [(await etcd).url],
      prefix: `/cluster-${++count}`,
    });
    storages.push(storage);
    return storage;
  };
  afterAll(async () => {
    await Promise.all(storages.map((storage) => storage.close()));
    await (await etcd)?.remove();
  });
  replayScenarios(dialect, 'etcd', inProcess(open));
}
