import { expect, test } from 'vitest';
import { controllers } from '../../../src/controllers/index.ts';
import { ACCOUNTS } from './lives/accounts.ts';
import { BATCH } from './lives/batch.ts';
import { OTHERS } from './lives/others.ts';
import { SIMULATED } from './lives/simulated.ts';
import { VOLUMES } from './lives/volumes.ts';
import { WORKLOADS } from './lives/workloads.ts';
import { testLives } from './test-lives.ts';

const ALONE = [...ACCOUNTS, ...BATCH, ...OTHERS, ...VOLUMES, ...WORKLOADS];

test('Every controller, the scheduler and the simulation have a scenario in time', () => {
  const names = [...controllers.map(({ name }) => name), 'scheduler', 'simulation'];
  expect(names.filter((name) => ![...ALONE, ...SIMULATED].some(({ controller }) => controller === name))).toEqual([]);
});

testLives(ALONE);
