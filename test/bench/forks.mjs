/**
 * Measures test clusters: a fork of a template with a running deployment, and a file of a hundred tests, of which
 * each forks, reads, writes, reads again and closes. Run by `npm run bench`.
 */
import { readFileSync } from 'node:fs';
import { bundle } from './bundle.mjs';

const TESTS = 100;
const WARM_UP = 20;
const KEPT = 50;

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
const seed = readFileSync(new URL('forks-seed.yaml', import.meta.url), 'utf8');

/** Runs one test of a file. Returns the milliseconds of its fork. */
async function runTest(template) {
  const began = performance.now();
  const cluster = await template.fork();
  const forked = performance.now() - began;
  const { items } = await cluster.client.list(CONFIG_MAPS);
  await cluster.client.create(CONFIG_MAPS, { metadata: { name: 'of-the-test' } });
  if ((await cluster.client.list(CONFIG_MAPS)).items.length !== items.length + 1) throw new Error('the write is lost');
  await cluster.close();
  return forked;
}

const usedMemory = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

/** Returns the median milliseconds of a fork, the milliseconds of all tests, and the bytes of an open fork. */
export async function measureForks() {
  const { createTestCluster } = await import(await bundle('src/hosts/testing/testing.ts'));
  const template = await createTestCluster({ seed });
  for (let round = 0; round < WARM_UP; round++) await runTest(template);
  const began = performance.now();
  const forks = [];
  for (let round = 0; round < TESTS; round++) forks.push(await runTest(template));
  const all = performance.now() - began;
  const before = usedMemory();
  const kept = [];
  for (let round = 0; round < KEPT; round++) {
    const cluster = await template.fork();
    await cluster.client.list(CONFIG_MAPS);
    kept.push(cluster);
  }
  const memory = (usedMemory() - before) / KEPT;
  await Promise.all(kept.map((cluster) => cluster.close()));
  await template.close();
  return { fork: forks.sort((a, b) => a - b)[TESTS / 2], all, tests: TESTS, memory };
}
