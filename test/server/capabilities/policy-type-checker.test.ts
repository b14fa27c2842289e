import { beforeAll, describe, expect, it } from 'vitest';
import type {
  NamedRuleWithOperations,
  ValidatingAdmissionPolicySpec,
} from '../../../src/api/kinds/admissionregistration-v1beta1.generated.ts';
import type { PolicyTypeChecker } from '../../../src/api/ports/policy-type-checker.ts';
import { systemClock, systemRandom } from '../../../src/hosts/platform.ts';
import { createServer } from '../../../src/server/create-server.ts';
import type { ServerFlags } from '../../../src/server/flags/server-flags.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';

const SERVED: Partial<ServerFlags> = {
  dialect: 'kubernetes',
  'feature-gates': 'ValidatingAdmissionPolicy=true',
  'runtime-config': 'admissionregistration.k8s.io/v1beta1=true',
};
const TYPE = { apiVersion: 'admissionregistration.k8s.io/v1beta1', kind: 'ValidatingAdmissionPolicy' } as const;
const DEPLOYMENTS = { apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] };
const PODS = { apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };

const checkerOf = async (flags: Partial<ServerFlags>) => {
  const server = await createServer({
    storage: await createMemoryStorage(),
    clock: { ...systemClock, now: () => 5 },
    random: systemRandom,
    fetch: () => Promise.reject(new Error('no outgoing requests in this test')),
    flags,
  });
  await server.close();
  return server.capabilities.checkPolicyTypes;
};

describe('the type checker of policies', () => {
  let check: PolicyTypeChecker;
  const warnings = (resourceRules: NamedRuleWithOperations[], spec: ValidatingAdmissionPolicySpec) =>
    check({ ...TYPE, metadata: {}, spec: { matchConstraints: { resourceRules }, ...spec } });
  /** Returns the messages for one expression, without the lines that mark the position. */
  const told = (rule: NamedRuleWithOperations, expression: string, spec: ValidatingAdmissionPolicySpec = {}) =>
    warnings([rule], { validations: [{ expression }], ...spec }).flatMap(({ warning }) =>
      warning.split('\n').filter((line) => line !== '' && !line.startsWith(' ')),
    );

  beforeAll(async () => {
    check = (await checkerOf(SERVED)) ?? (() => []);
  });

  it('exists only when policies are served and enabled', async () => {
    expect(await checkerOf(SERVED)).toBeDefined();
    expect(await checkerOf({ dialect: 'kubernetes' })).toBeUndefined();
    expect(await checkerOf({ ...SERVED, 'feature-gates': 'ValidatingAdmissionPolicy=false' })).toBeUndefined();
  });

  it('reports the kind, the error and its position, and ends the line', () => {
    expect(warnings([DEPLOYMENTS], { validations: [{ expression: 'object.replicas > 1' }] })).toEqual([
      {
        fieldRef: 'spec.validations[0].expression',
        warning:
          "apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'replicas'\n | object.replicas > 1\n | ......^\n",
      },
    ]);
  });

  it('has a paragraph for each kind, sorted by group, version and kind', () => {
    const both = { apiGroups: ['apps', ''], apiVersions: ['v1'], resources: ['replicasets', 'pods', 'deployments'] };
    expect(told(both, 'object.x')).toEqual([
      "/v1, Kind=Pod: ERROR: <input>:1:7: undefined field 'x'",
      "apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'x'",
      "apps/v1, Kind=ReplicaSet: ERROR: <input>:1:7: undefined field 'x'",
    ]);
    const [warning] = warnings([PODS, DEPLOYMENTS], { validations: [{ expression: 'object.x' }] });
    expect(warning?.warning).toContain('......^\n\napps/v1');
  });

  it('reports nothing when every kind matches', () => {
    expect(told(DEPLOYMENTS, 'object.spec.replicas <= 5 && oldObject.metadata.labels["a"] == "b"')).toEqual([]);
  });

  it('allows ordering comparisons of different number types, but not equality', () => {
    expect(told(DEPLOYMENTS, 'object.spec.replicas > 1.5 && 2u >= object.spec.replicas')).toEqual([]);
    expect(told(DEPLOYMENTS, 'object.spec.replicas == 1.5')).toHaveLength(1);
  });

  it('checks validations and their messages, and no other expressions', () => {
    const spec = {
      validations: [{ expression: 'true', messageExpression: 'object.x' }, { expression: 'object.y == 1' }],
      matchConditions: [{ name: 'c', expression: 'object.z' }],
      auditAnnotations: [{ key: 'a', valueExpression: 'object.z' }],
      variables: [{ name: 'v', expression: 'object.z' }],
    };
    expect(warnings([PODS], spec).map(({ fieldRef }) => fieldRef)).toEqual([
      'spec.validations[0].messageExpression',
      'spec.validations[1].expression',
    ]);
  });

  it('treats variables as dynamic', () => {
    expect(told(PODS, 'variables.v > 1', { variables: [{ name: 'v', expression: '"text"' }] })).toEqual([]);
  });

  it.each([
    ['a wildcard resource', { ...PODS, resources: ['*'] }],
    ['a subresource', { ...PODS, resources: ['pods/status'] }],
    ['a wildcard version', { ...PODS, apiVersions: ['v1', '*'] }],
    ['a wildcard group', { ...PODS, apiGroups: ['*'] }],
    ['a resource that is not served', { ...PODS, resources: ['nothings'] }],
    [
      'kinds of extension servers',
      { ...PODS, apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'] },
    ],
  ])('checks nothing for %s', (_, rule) => {
    expect(told(rule, 'object.x')).toEqual([]);
  });

  it('searches all groups for the version when a rule names the core group', () => {
    expect(told({ ...PODS, resources: ['events'] }, 'object.x')).toHaveLength(2);
  });

  it('stops at the rule that reaches ten kinds', () => {
    const many =
      'configmaps endpoints limitranges namespaces nodes pods secrets serviceaccounts services podtemplates replicationcontrollers';
    const rules = [{ ...PODS, resources: many.split(' ') }, DEPLOYMENTS];
    const [warning] = warnings(rules, { validations: [{ expression: 'object.x' }] });
    expect(warning?.warning.match(/Kind=\w+/g)).toHaveLength(10);
    expect(warning?.warning).not.toContain('Deployment');
  });

  it('declares params with their kind, unless it is unknown', () => {
    const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' };
    expect(told(PODS, 'params.data["a"] == "b"', { paramKind })).toEqual([]);
    expect(told(PODS, 'params.x', { paramKind })).toEqual(["/v1, Kind=Pod: ERROR: <input>:1:7: undefined field 'x'"]);
    expect(told(PODS, 'params.x', { paramKind: { apiVersion: 'shop.example.com/v1', kind: 'Limit' } })).toEqual([
      "/v1, Kind=Pod: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')",
    ]);
  });

  it('declares the authorizer, but not requestResource', () => {
    expect(told(PODS, "authorizer.group('').resource('pods').check('create').allowed()")).toEqual([]);
    expect(told(PODS, 'authorizer.allowed()')).toEqual([
      "/v1, Kind=Pod: ERROR: <input>:1:19: found no matching overload for 'allowed' applied to 'kubernetes.authorization.Authorizer.()'",
    ]);
    expect(told(PODS, 'authorizer.requestResource == null')).toEqual([
      '/v1, Kind=Pod: ERROR: <input>:1:11: type \'abstract_type:{name:"kubernetes.authorization.Authorizer"}\' does not support field selection',
    ]);
  });

  it('names types by kind, time and position', () => {
    expect(told(PODS, 'object.spec == 1')).toEqual([
      "/v1, Kind=Pod: ERROR: <input>:1:13: found no matching overload for '_==_' applied to '(Pod5000000.spec, int)'",
    ]);
  });

  it('has timestamps and int-or-strings, but no quantities', () => {
    expect(told(PODS, 'object.metadata.creationTimestamp.getFullYear() > 2000')).toEqual([]);
    expect(
      told(
        DEPLOYMENTS,
        'object.spec.strategy.rollingUpdate.maxSurge in ["1"] && object.spec.strategy.rollingUpdate.maxSurge < 2',
      ),
    ).toEqual([]);
    expect(told(PODS, 'object.spec.containers.all(c, "cpu" in c.resources.limits)')).toEqual([
      "/v1, Kind=Pod: ERROR: <input>:1:51: undefined field 'limits'",
    ]);
  });

  it('uses the escaped names of reserved fields', () => {
    expect(told(PODS, 'object.metadata.__namespace__ == "shop"')).toEqual([]);
    expect(told(PODS, 'object.metadata.namespace == "shop"')).toEqual([
      "/v1, Kind=Pod: ERROR: <input>:1:16: undefined field 'namespace'",
    ]);
  });
});
