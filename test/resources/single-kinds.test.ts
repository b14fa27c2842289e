import { describe, expect, it } from 'vitest';
import type { APIService } from '../../src/api/kinds/apiregistration-v1.generated.ts';
import { apiservices } from '../../src/resources/apiregistration/apiservices.ts';
import { leases } from '../../src/resources/coordination/leases.ts';
import { behaviors } from '../../src/resources/index.ts';
import { storageversions } from '../../src/resources/internal/storageversions.ts';
import { runtimeclasses } from '../../src/resources/node/runtimeclasses.ts';
import { poddisruptionbudgets } from '../../src/resources/policy/poddisruptionbudgets.ts';
import { priorityclasses } from '../../src/resources/scheduling/priorityclasses.ts';
import { created, createErrors, rowOf, updateErrors } from './run-strategy.ts';

describe('the table of kinds', () => {
  it('has one row for each kind', () => {
    const names = behaviors.map(({ group, resource }) => `${group}/${resource}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a priority class', () => {
  it.each([
    [{ value: 2_000_000_000 }, 'value: Forbidden: maximum allowed value of a user defined priority is 1000000000'],
    [
      { metadata: { name: 'system-node-critical' }, value: 5 },
      "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: value of system-node-critical PriorityClass must be 2000001000",
    ],
  ])('%j is rejected: %s', async (object, error) => {
    expect(await createErrors(priorityclasses, object)).toEqual([error]);
  });
});

describe('a lease', () => {
  it('requires a positive duration', async () => {
    expect(await createErrors(leases, { spec: { leaseDurationSeconds: -7 } })).toEqual([
      'spec.leaseDurationSeconds: Invalid value: -7: must be greater than 0',
    ]);
  });
});

describe('a disruption budget', () => {
  it('has minAvailable or maxUnavailable', async () => {
    expect(await createErrors(poddisruptionbudgets, { spec: { minAvailable: 1, maxUnavailable: '20%' } })).toEqual([
      'spec: Invalid value: policy.PodDisruptionBudgetSpec{MinAvailable:(*intstr.IntOrString)(0xc000000000), Selector:(*v1.LabelSelector)(nil), MaxUnavailable:(*intstr.IntOrString)(0xc000000000), UnhealthyPodEvictionPolicy:(*policy.UnhealthyPodEvictionPolicyType)(nil)}: minAvailable and maxUnavailable cannot be both set',
    ]);
  });

  it('has conditions with a reason', async () => {
    const conditions = [
      { type: 'Ready', status: 'True', reason: '9', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' },
    ];
    const [error] = await updateErrors(poddisruptionbudgets, { spec: {} }, { status: { conditions } }, 'status');
    expect(error).toMatch(/^status\.conditions\[0\]\.reason: Invalid value: "9": a condition reason must start with/);
  });
});

describe('a runtime class', () => {
  it('has an immutable handler, which is a valid label', async () => {
    expect(await updateErrors(runtimeclasses, { handler: 'runc' }, { handler: 'kata' })).toEqual([
      'handler: Invalid value: "kata": field is immutable',
    ]);
  });
});

describe('an API service', () => {
  it('without a service is local and available', async () => {
    const spec = { group: 'apps', version: 'v1', groupPriorityMinimum: 10, versionPriority: 10 };
    const stored = await created<APIService>(apiservices, { metadata: { name: 'v1.apps' }, spec });
    expect(stored.status?.conditions?.[0]).toMatchObject({ type: 'Available', status: 'True', reason: 'Local' });
    expect(rowOf(apiservices, stored)).toMatchObject({ Service: 'Local', Available: 'True' });
  });

  it('is named after its version and group, which a name that cannot be part of a path is not compared with', async () => {
    const spec = { group: 'apps', version: 'v1', groupPriorityMinimum: 10, versionPriority: 10 };
    const errorsOf = (name: string) => createErrors(apiservices, { metadata: { name }, spec });
    expect(await errorsOf('v1.batch')).toEqual([
      'metadata.name: Invalid value: "v1.batch": must be `spec.version+"."+spec.group`: "v1.apps"',
    ]);
    expect(await errorsOf('150%')).toEqual([]);
    const generated = { name: 'v1.apps', generateName: '..' };
    expect(await createErrors(apiservices, { metadata: generated, spec })).toEqual([]);
  });
});

describe('a storage version', () => {
  it('has a common version when all servers encode in the same version', async () => {
    const server = { apiServerID: 'a', encodingVersion: 'v1', decodableVersions: ['v1'] };
    expect(
      await createErrors(storageversions, { status: { storageVersions: [server], commonEncodingVersion: 'v2' } }),
    ).toEqual(['status.commonEncodingVersion: Invalid value: "v2": the actual common encoding version is v1']);
  });

  it('has an empty common version when its servers have none', async () => {
    expect(await createErrors(storageversions, { status: { storageVersions: [{}] } })).toContain(
      'status.commonEncodingVersion: Invalid value: "null": the common encoding version is ',
    );
  });

  it('reports a condition with an invalid status', async () => {
    const conditions = [{ type: 'a', status: '/', reason: 'r', message: 'm' }];
    const [error] = await createErrors(storageversions, { status: { conditions } });
    expect(error).toMatch(/^status\[0\]\.status: Invalid value: "\/": /);
  });
});
