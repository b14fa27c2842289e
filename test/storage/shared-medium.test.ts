import { describe, test } from 'vitest';
import { SharedMedium } from './shared-medium.ts';
import { sharedStorageContract, storageContract } from './storage-contract.ts';
import { agreesWithModel } from './storage-model.ts';

const SEEDS = [1, 2, 3, 4, 5];

describe.each(SEEDS)('a storage on a shared medium, with the seed %i', (seed) => {
  const open = async () => (await SharedMedium.open({ seed })).openStorage();

  for (const { name, run } of storageContract) test(name, () => run(open));

  for (const { name, run } of sharedStorageContract)
    test(name, () =>
      run(async () => {
        const medium = await SharedMedium.open({ seed });
        return [await medium.openStorage(), await medium.openStorage()];
      }),
    );

  test('matches the model at every revision', () => agreesWithModel(open, 20));
});
