import type { ValidatingWebhook } from '../../api/kinds/admissionregistration-v1.generated.ts';
import type {
  MatchResources,
  NamedRuleWithOperations,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { code, facts, lines, type OverviewCard, objectText, overview, subtle, type Text, table } from './card.ts';
import { selectorText } from './pods-table.ts';

type Rules = readonly NamedRuleWithOperations[] | undefined;

const joined = (values: readonly string[] | null | undefined, every: string): string =>
  values?.includes('*') ? every : (values ?? []).map((value) => value || 'core').join(', ');

const rulesTable = (rules: Rules, label = 'Matched requests') =>
  table(
    label,
    ['Operations', 'Resources', 'API groups', 'Versions'],
    (rules ?? []).map(({ operations, resources, apiGroups, apiVersions }): Text[] => [
      joined(operations, 'Every operation'),
      joined(resources, 'Every resource'),
      joined(apiGroups, 'Every group'),
      joined(apiVersions, 'Every version'),
    ]),
  );

const conditionsText = (conditions: readonly { readonly name: string; readonly expression: string }[] | undefined) =>
  conditions?.length ? lines(conditions.map(({ name, expression }) => [`${name}: `, code(expression)])) : undefined;

/** The rules and the addresses of a configuration's webhooks. */
export const webhooksOverview = overview<ApiObject & { readonly webhooks?: readonly ValidatingWebhook[] }>(
  ({ webhooks }) =>
    (webhooks ?? []).map((webhook): OverviewCard => {
      const { clientConfig, failurePolicy = 'Fail', timeoutSeconds = 10, sideEffects } = webhook;
      const { service, url } = clientConfig;
      return {
        title: `Webhook ${webhook.name}`,
        facts: facts([
          [
            'Calls',
            service
              ? [objectText('core/Service', service, true), ` ${service.path ?? '/'} on port ${service.port ?? 443}`]
              : code(url ?? ''),
          ],
          ['On failure', failurePolicy === 'Fail' ? 'Requests are denied' : 'Requests are allowed'],
          ['Timeout', `${timeoutSeconds}s`],
          ['Side effects', sideEffects],
          ['Namespaces', selectorText(webhook.namespaceSelector ?? {}, 'Every namespace')],
          ['Objects', selectorText(webhook.objectSelector ?? {}, 'Every object')],
          ['Conditions', conditionsText(webhook.matchConditions)],
        ]),
        tables: rulesTable(webhook.rules),
      };
    }),
);

const matchFacts = (match: MatchResources | undefined) =>
  facts([
    ['Namespaces', selectorText(match?.namespaceSelector ?? {}, 'Every namespace')],
    ['Objects', selectorText(match?.objectSelector ?? {}, 'Every object')],
  ]);

const matchTables = (match: MatchResources | undefined) => [
  ...rulesTable(match?.resourceRules),
  ...rulesTable(match?.excludeResourceRules, 'Excluded requests'),
];

export const policyOverview = overview<ValidatingAdmissionPolicy>(({ spec, status }) => [
  {
    title: 'Validations',
    emptyText: 'No validations.',
    facts: facts([
      [
        'On failure',
        spec?.failurePolicy === 'Ignore' ? 'Errors of expressions are ignored' : 'Errors of expressions deny requests',
      ],
      ['Parameters', spec?.paramKind && `${spec.paramKind.kind} (${spec.paramKind.apiVersion})`],
      ['Conditions', conditionsText(spec?.matchConditions)],
      ['Variables', conditionsText(spec?.variables)],
      [
        'Type warnings',
        (status?.typeChecking?.expressionWarnings ?? []).length > 0 &&
          lines(
            (status?.typeChecking?.expressionWarnings ?? []).map(({ fieldRef, warning }) => `${fieldRef}: ${warning}`),
          ),
      ],
    ]),
    tables: table(
      'Validations',
      ['Must be true', 'Otherwise'],
      (spec?.validations ?? []).map(({ expression, message, messageExpression }): Text[] => [
        code(expression),
        messageExpression ? code(messageExpression) : (message ?? subtle('Default message')),
      ]),
    ),
  },
  { title: 'Matches', facts: matchFacts(spec?.matchConstraints), tables: matchTables(spec?.matchConstraints) },
]);

export const policyBindingOverview = overview<ValidatingAdmissionPolicyBinding>(({ spec }) => [
  {
    title: 'Binding',
    facts: [
      ...facts([
        [
          'Policy',
          spec?.policyName && objectText('admissionregistration/ValidatingAdmissionPolicy', { name: spec.policyName }),
        ],
        ['Actions', spec?.validationActions?.join(', ')],
        ['Parameters', spec?.paramRef && (spec.paramRef.name ?? selectorText(spec.paramRef.selector))],
        ['Without them', spec?.paramRef?.parameterNotFoundAction],
      ]),
      ...matchFacts(spec?.matchResources),
    ],
    tables: matchTables(spec?.matchResources),
  },
]);
