import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { PriorityLevelConfiguration } from '../../../src/api/kinds/flowcontrol-v1beta3.generated.ts';
import { flowschemas } from '../../../src/resources/flowcontrol/flowschemas.ts';
import { prioritylevelconfigurations } from '../../../src/resources/flowcontrol/prioritylevelconfigurations.ts';
import { created, createErrors, updateErrors } from '../judge.ts';

const apiVersion = 'flowcontrol.apiserver.k8s.io/v1beta3';
const schema = { priorityLevelConfiguration: { name: 'calm' } };
const level = (limited: object) => ({ apiVersion, spec: { type: 'Limited', limited } });
const queue = { limitResponse: { type: 'Queue', queuing: {} } };

describe('a flow schema', () => {
  it.each([
    [
      { matchingPrecedence: 1 },
      "spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1",
    ],
    [{ matchingPrecedence: 10_001 }, 'spec.matchingPrecedence: Invalid value: 10001: must not be greater than 10000'],
    [
      { rules: [{ subjects: [{ kind: 'User' }], nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['*'] }] }] },
      "spec.rules[0].subjects[0].user: Required value: user is required when subject kind is 'User'",
    ],
  ])('with %j is told: %s', async (change, error) => {
    expect(await createErrors(flowschemas, { apiVersion, spec: { ...schema, ...change } })).toEqual([error]);
  });

  it('stays as it is when the server needs it', async () => {
    const metadata = { name: 'catch-all' };
    expect(
      await updateErrors(
        flowschemas,
        { metadata, spec: schema },
        { metadata, spec: { ...schema, matchingPrecedence: 7 } },
      ),
    ).toEqual(["spec: Invalid value: flowcontrol.FlowSchemaSpec{}: spec of 'catch-all' must equal the fixed value"]);
  });
});

describe('a priority level', () => {
  it('has queues by default where it queues', async () => {
    expect(
      (await created<PriorityLevelConfiguration>(prioritylevelconfigurations, level(queue))).spec?.limited,
    ).toEqual({
      nominalConcurrencyShares: 30,
      lendablePercent: 0,
      limitResponse: { type: 'Queue', queuing: { queues: 64, handSize: 8, queueLengthLimit: 50 } },
    });
  });

  it('deals no more queues than it has', async () => {
    const limited = { limitResponse: { type: 'Queue', queuing: { queues: 2, handSize: 3 } } };
    expect(await createErrors(prioritylevelconfigurations, level(limited))).toEqual([
      'spec.limited.limitResponse.queuing.handSize: Invalid value: 3: should not be greater than queues (2)',
    ]);
  });

  it('calls its share otherwise in version v1beta2', async () => {
    const conversion = prioritylevelconfigurations.conversions?.v1beta2;
    const stored = await created<PriorityLevelConfiguration>(
      prioritylevelconfigurations,
      level({ ...queue, nominalConcurrencyShares: 9 }),
    );
    const older = conversion?.fromStorage(stored, kubernetesDialect);
    expect(older).toMatchObject({
      apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta2',
      spec: { limited: { assuredConcurrencyShares: 9 } },
    });
    expect(older && conversion?.toStorage(older, kubernetesDialect)).toEqual(stored);
  });
});
