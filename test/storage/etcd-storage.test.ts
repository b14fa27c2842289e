import { afterAll, beforeAll, describe, test } from 'vitest';
import { openEtcdStorage } from '../../src/hosts/node/etcd/etcd-storage.ts';
import { EtcdProcess, hasEtcd } from '../helpers/etcd-process.ts';
import { sharedStorageContract, storageContract } from './storage-contract.ts';
import { agreesWithModel } from './storage-model.ts';

describe.skipIf(!hasEtcd)('a storage on etcd', () => {
  let etcd: EtcdProcess;
  let count = 0;
  const open = (prefix = `/storage-${++count}`) => openEtcdStorage({ servers: [etcd.url], prefix });
  const openTwo = async () => {
    const prefix = `/storage-${++count}`;
    return [await open(prefix), await open(prefix)] as const;
  };

  // The contract has a value of two million bytes.
  beforeAll(async () => {
    etcd = await EtcdProcess.start('--max-request-bytes', '4000000');
  });
  afterAll(() => etcd.remove());

  for (const { name, run } of storageContract) test(name, () => run(open));

  for (const { name, run } of sharedStorageContract) test(name, () => run(openTwo));

  test('matches the model at every revision', () => agreesWithModel(open, 20), 60_000);
});
