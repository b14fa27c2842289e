import { describe, expect, it } from 'vitest';
import { mutatingwebhookconfigurations } from '../../../src/resources/admissionregistration/mutatingwebhookconfigurations.ts';
import { validatingadmissionpolicies } from '../../../src/resources/admissionregistration/validatingadmissionpolicies.ts';
import { validatingadmissionpolicybindings } from '../../../src/resources/admissionregistration/validatingadmissionpolicybindings.ts';
import { created, createErrors, updateErrors } from '../run-strategy.ts';

const rule = { operations: ['UPDATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] };
const hook = {
  name: 'check.shop.example.com',
  clientConfig: { url: 'https://hooks.example.com/check' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  rules: [rule],
};

describe('a webhook', () => {
  it('matches equivalents, times out after ten seconds and fails closed by default', async () => {
    expect(await created(mutatingwebhookconfigurations, { webhooks: [hook] })).toMatchObject({
      webhooks: [
        {
          failurePolicy: 'Fail',
          matchPolicy: 'Equivalent',
          namespaceSelector: {},
          objectSelector: {},
          timeoutSeconds: 10,
          reinvocationPolicy: 'Never',
          rules: [{ scope: '*' }],
        },
      ],
    });
  });

  it('may list a resource before the wildcard that includes it', async () => {
    const webhooks = [{ ...hook, rules: [{ ...rule, resources: ['pods', '*'] }] }];
    expect(await createErrors(mutatingwebhookconfigurations, { webhooks })).toEqual([]);
  });

  it.each([
    [
      { name: 'check' },
      'webhooks[0].name: Invalid value: "check": should be a domain with at least three segments separated by dots',
    ],
    [
      { sideEffects: 'Many' },
      'webhooks[0].sideEffects: Unsupported value: "Many": supported values: "None", "NoneOnDryRun"',
    ],
    [
      { admissionReviewVersions: ['v2'] },
      'webhooks[0].admissionReviewVersions: Invalid value: []string{"v2"}: must include at least one of v1, v1beta1',
    ],
    [
      { clientConfig: { url: 'http://h.example.com' } },
      `webhooks[0].clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
    ],
    [
      { clientConfig: { url: 'https://a:b@h.example.com' } },
      'webhooks[0].clientConfig.url: Invalid value: "a:b": user information is not permitted in the URL',
    ],
    [{ sideEffects: '' }, 'webhooks[0].sideEffects: Unsupported value: "": supported values: "None", "NoneOnDryRun"'],
    [
      { clientConfig: { url: 'https://h.example.com:x/' } },
      'webhooks[0].clientConfig.url: Required value: url must be a valid URL: parse "https://h.example.com:x/": invalid port ":x" after host; desired format: https://host[/path]',
    ],
    [
      { clientConfig: { url: ':x' } },
      'webhooks[0].clientConfig.url: Required value: url must be a valid URL: parse ":x": missing protocol scheme; desired format: https://host[/path]',
    ],
    [
      { clientConfig: { url: '10:x' } },
      'webhooks[0].clientConfig.url: Required value: url must be a valid URL: parse "10:x": first path segment in URL cannot contain colon; desired format: https://host[/path]',
    ],
    [
      { clientConfig: { service: { name: '', namespace: 'n' } } },
      'webhooks[0].clientConfig.service.namespace: Required value: service namespace is required',
    ],
    [
      { clientConfig: { service: { name: 's', namespace: '' } } },
      'webhooks[0].clientConfig.service.name: Required value: service name is required',
    ],
    [
      { rules: [{ ...rule, resources: ['*', 'pods'] }] },
      `webhooks[0].rules[0].resources: Invalid value: []string{"*", "pods"}: if '*' is present, must not specify other resources without subresources`,
    ],
    [
      { clientConfig: { service: { name: 's', namespace: 'n', path: '/a//b' } } },
      'webhooks[0].clientConfig.service.path: Invalid value: "/a//b": segment[1] may not be empty',
    ],
    [
      { rules: [{ ...rule, resources: ['pods/*', 'pods/log'] }] },
      `webhooks[0].rules[0].resources[1]: Invalid value: "pods/log": if 'pods/*' is present, must not specify pods/log`,
    ],
    [
      { rules: [{ ...rule, apiVersions: ['*', 'v1'] }] },
      `webhooks[0].rules[0].apiVersions: Invalid value: []string{"*", "v1"}: if '*' is present, must not specify other API versions`,
    ],
  ])('with %j is rejected: %s', async (change, error) => {
    expect(await createErrors(mutatingwebhookconfigurations, { webhooks: [{ ...hook, ...change }] })).toEqual([error]);
  });
});

describe('a validating admission policy', () => {
  const spec = { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }] };

  it.each([
    [{ matchConstraints: undefined }, ['spec.matchConstraints: Required value']],
    [
      { validations: [{ expression: ' ' }] },
      ['spec.validations[0].expression: Required value: expression is not specified'],
    ],
    [
      { variables: [{ name: 'for', expression: '1' }] },
      ['spec.variables[0].name: Invalid value: "for": name is not a valid CEL identifier'],
    ],
    [
      { variables: [{ name: ' ', expression: '1' }] },
      ['spec.variables[0].name: Required value: name is not specified'],
    ],
    [
      { auditAnnotations: [{ key: 'k', valueExpression: `"${'é'.repeat(2560)}"` }] },
      ['spec.auditAnnotations[0].valueExpression: Required value: must not exceed 5120 bytes in length'],
    ],
    [
      { paramKind: { apiVersion: 'v1', kind: 'Tea_Pot' } },
      [
        expect.stringMatching(
          /^spec\.paramKind\.kind: Invalid value: "Tea_Pot": may have mixed case, but should otherwise match: /,
        ),
      ],
    ],
    [
      { auditAnnotations: [{ key: 'k', valueExpression: '' }] },
      ['spec.auditAnnotations[0].valueExpression: Required value: valueExpression is not specified'],
    ],
  ])('with %j gets the errors %j', async (change, errors) => {
    expect(await createErrors(validatingadmissionpolicies, { spec: { ...spec, ...change } })).toEqual(errors);
  });

  it('requires a warning text in its status', async () => {
    const live = { metadata: { name: 'p' }, spec };
    const status = { typeChecking: { expressionWarnings: [{ fieldRef: ' ', warning: '' }] } };
    expect(await updateErrors(validatingadmissionpolicies, live, { ...live, status }, 'status')).toEqual([
      'status.typeChecking.expressionWarnings[0].warning: Required value',
      'status.typeChecking.expressionWarnings[0].fieldRef: Required value',
    ]);
  });

  it('requires JSONPaths as the fields of warnings in its status', async () => {
    const live = { metadata: { name: 'p' }, spec };
    const status = { typeChecking: { expressionWarnings: [{ fieldRef: ' {}', warning: 'w' }] } };
    expect(await updateErrors(validatingadmissionpolicies, live, { ...live, status }, 'status')).toEqual([
      `status.typeChecking.expressionWarnings[0].fieldRef: Invalid value: "{}": invalid JSONPath: unrecognized character in action: U+007B '{'`,
    ]);
  });

  it('rejects bindings with both Warn and Deny', async () => {
    const binding = { policyName: 'tea', validationActions: ['Warn', 'Deny'] };
    expect(await createErrors(validatingadmissionpolicybindings, { spec: binding })).toEqual([
      'spec.validationActions: Invalid value: []admissionregistration.ValidationAction{"Warn", "Deny"}: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
    ]);
  });

  it('denies a missing parameter by default only in v1alpha1', async () => {
    const binding = { policyName: 'tea', validationActions: ['Deny'], paramRef: { name: 'p' } };
    const errors = (version: string) =>
      createErrors(validatingadmissionpolicybindings, {
        apiVersion: `admissionregistration.k8s.io/${version}`,
        spec: binding,
      });
    expect(await errors('v1alpha1')).toEqual([]);
    expect(await errors('v1beta1')).toEqual(['spec.paramRef.parameterNotFoundAction: Required value']);
  });
});
