import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCluster, expectWhy, type TestCluster, whyOf } from '../../../src/hosts/testing/testing.ts';

const SEED = `
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: default}
spec: {nodeSelector: {disk: ssd}, containers: [{name: web, image: nginx}]}
`;
const POD = { resource: 'pods', namespace: 'default', name: 'web' };

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await createTestCluster({ seed: SEED });
});
afterAll(() => cluster.close());

const failure = (expectation: Promise<unknown>) => expectation.then(String, ({ message }: Error) => message);

test('an expected cause returns the explanation', async () => {
  const why = await expectWhy(cluster, POD, { rule: 'node-selector', sentence: /disk=ssd/ });
  expect(why.sentence).toBe('Unschedulable: no node has the label disk=ssd of its node selector.');
});

test('another cause fails the expectation with the explanation', async () => {
  const sentence = 'Unschedulable: no node has the label disk=ssd of its node selector.';
  expect(await failure(expectWhy(cluster, POD, { rule: 'image' }))).toBe(
    `Expected Pod web to be explained by image, but: ${sentence}`,
  );
  expect(await failure(expectWhy(cluster, POD, { sentence: 'quota' }))).toBe(
    `Expected Pod web to be explained by "quota", but: ${sentence}`,
  );
});

test('a healthy object is explained without causes', async () => {
  const why = await whyOf(cluster, { resource: 'nodes', name: 'simulated-node-0' });
  expect(why).toMatchObject({ isWell: true, causes: [], sentence: 'Ready. Nothing is wrong with it.' });
});
