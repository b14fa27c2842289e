import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { PriorityLevelConfiguration } from '../../../src/api/kinds/flowcontrol-v1beta3.generated.ts';
import { flowschemas } from '../../../src/resources/flowcontrol/flowschemas.ts';
import { prioritylevelconfigurations } from '../../../src/resources/flowcontrol/prioritylevelconfigurations.ts';
import { created, createErrors, updateErrors } from '../run-strategy.ts';

const apiVersion = 'flowcontrol.apiserver.k8s.io/v1beta3';
const schema = { priorityLevelConfiguration: { name: 'calm' } };
const level = (limited: object) => ({ apiVersion, spec: { type: 'Limited', limited } });
const subjects = [{ kind: 'Group', group: { name: 'dev' } }];
const resources = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] };
const queue = { limitResponse: { type: 'Queue', queuing: {} } };

describe('a flow schema', () => {
  it.each<readonly [object, string]>([
    [
      { matchingPrecedence: 1 },
      "spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1",
    ],
    [{ matchingPrecedence: 10_001 }, 'spec.matchingPrecedence: Invalid value: 10001: must not be greater than 10000'],
    [
      { rules: [{ subjects: [{ kind: 'User' }], nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['*'] }] }] },
      "spec.rules[0].subjects[0].user: Required value: user is required when subject kind is 'User'",
    ],
    [
      { distinguisherMethod: { type: 'ByColor' } },
      'spec.distinguisherMethod.type: Unsupported value: flowcontrol.FlowDistinguisherMethod{Type:"ByColor"}: supported values: "ByNamespace", "ByUser"',
    ],
    [
      { rules: [{ subjects, resourceRules: [] }] },
      'spec.rules[0]: Required value: at least one of resourceRules and nonResourceRules has to be non-empty',
    ],
    [
      { rules: [{ subjects: null, resourceRules: [resources] }] },
      'spec.rules[0].subjects: Required value: subjects must contain at least one value',
    ],
    ...[
      [{ verbs: null }, 'verbs: Required value: verbs must contain at least one value'],
      [
        { verbs: ['get', '*'] },
        'verbs: Invalid value: []string{"get", "*"}: if \'*\' is present, must not specify other verbs',
      ],
      [
        { verbs: ['fetch'] },
        'verbs: Unsupported value: []string{"fetch"}: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"',
      ],
      [{ apiGroups: [] }, 'apiGroups: Required value: resource rules must supply at least one api group'],
      [
        { apiGroups: ['*', ''] },
        'apiGroups: Invalid value: []string{"*", ""}: if \'*\' is present, must not specify other api groups',
      ],
      [{ resources: [] }, 'resources: Required value: resource rules must supply at least one resource'],
      [
        { resources: ['*', 'pods'] },
        'resources: Invalid value: []string{"*", "pods"}: if \'*\' is present, must not specify other resources',
      ],
      [
        { namespaces: null },
        'namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace',
      ],
      [
        { namespaces: ['*', 'a'] },
        'namespaces: Invalid value: []string{"*", "a"}: if \'*\' is present, must not specify other namespaces',
      ],
      [
        { namespaces: ['a', 'B'] },
        "namespaces[1]: Invalid value: \"B\": each member of this list must be '*' or a DNS-1123 label; a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
      ],
    ].map(
      ([change, error]) =>
        [
          { rules: [{ subjects, resourceRules: [{ ...resources, ...(change as object) }] }] },
          `spec.rules[0].resourceRules[0].${error}`,
        ] as const,
    ),
    ...[
      [null, ': Required value: nonResourceURLs must contain at least one value'],
      [
        ['*', '/'],
        ': Invalid value: []string{"*", "/"}: if \'*\' is present, must not specify other non-resource URLs',
      ],
      [[''], '[0]: Invalid value: "": must not be empty'],
      [['/', 'x'], '[1]: Invalid value: "x": must start with slash'],
      [['/a b'], '[0]: Invalid value: "/a b": must not contain white-space'],
      [['/a//b'], '[0]: Invalid value: "/a//b": must not contain double slash'],
      [['/a*'], '[0]: Invalid value: "/a*": wildcard can only do suffix matching'],
      [['/*/*'], '[0]: Invalid value: "/*/*": wildcard can only do suffix matching'],
    ].map(
      ([nonResourceURLs, error]) =>
        [
          { rules: [{ subjects, nonResourceRules: [{ verbs: ['*'], nonResourceURLs }] }] },
          `spec.rules[0].nonResourceRules[0].nonResourceURLs${error}`,
        ] as const,
    ),
  ])('with %j is rejected: %s', async (change: object, error) => {
    expect(await createErrors(flowschemas, { apiVersion, spec: { ...schema, ...change } })).toEqual([error]);
  });

  it('may match only cluster-scoped objects, or paths that end in a wildcard', async () => {
    const rules = [
      { subjects, resourceRules: [{ ...resources, namespaces: null, clusterScope: true }] },
      { subjects, nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/', '/healthz/*'] }] },
    ];
    expect(await createErrors(flowschemas, { apiVersion, spec: { ...schema, rules } })).toEqual([]);
  });

  it('cannot change if it is mandatory', async () => {
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
  it('has default queues when its limit response is Queue', async () => {
    expect(
      (await created<PriorityLevelConfiguration>(prioritylevelconfigurations, level(queue))).spec?.limited,
    ).toEqual({
      nominalConcurrencyShares: 30,
      lendablePercent: 0,
      limitResponse: { type: 'Queue', queuing: { queues: 64, handSize: 8, queueLengthLimit: 50 } },
    });
  });

  it('cannot have a hand size above the number of queues', async () => {
    const limited = { limitResponse: { type: 'Queue', queuing: { queues: 2, handSize: 3 } } };
    expect(await createErrors(prioritylevelconfigurations, level(limited))).toEqual([
      'spec.limited.limitResponse.queuing.handSize: Invalid value: 3: should not be greater than queues (2)',
    ]);
  });

  it('has another name for its shares in v1beta2', async () => {
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
