import { base64Length, base64Text } from '../../api/encoding/base64.ts';
import type { ConfigMap, Secret, ServiceAccount } from '../../api/kinds/core-v1.generated.ts';
import type { ClusterRoleBinding, RoleBinding } from '../../api/kinds/rbac-v1.generated.ts';
import { code, facts, lines, objectText, overview, relatedText, subtle, type Text, table } from './card.ts';
import { relatedObjects } from './pods-table.ts';
import { roleText } from './rbac.ts';

/** The values of a config map. */
export const configMapOverview = overview<ConfigMap>(({ data, binaryData, immutable }) => [
  {
    title: 'Data',
    emptyText: 'No keys.',
    facts: facts([['Immutable', immutable && 'Yes']]),
    tables: table(
      'Values',
      ['Key', 'Value'],
      [
        ...Object.entries(data ?? {}).map(([key, text]): Text[] => [code(key), content(key, text)]),
        ...Object.entries(binaryData ?? {}).map(([key, text]): Text[] => [code(key), bytesText(text)]),
      ],
    ),
  },
]);

const content = (label: string, text: string, isSecret = false): Text => ({ type: 'content', label, text, isSecret });

const sizeText = (base64: string): string => {
  const bytes = base64Length(base64);
  return bytes === 1 ? '1 byte' : `${bytes} bytes`;
};

const bytesText = (base64: string): Text => subtle(`${sizeText(base64)} of binary data`);

/** Returns the text of a secret's value; undefined when it is binary. */
function secretText(base64: string): string | undefined {
  try {
    const text = base64Text(base64);
    return text.includes('\uFFFD') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The keys of a secret, each value revealed on its own. */
export const secretOverview = overview<Secret>(({ type, data, immutable }) => [
  {
    title: 'Data',
    emptyText: 'No keys.',
    facts: facts([
      ['Type', type],
      ['Immutable', immutable && 'Yes'],
    ]),
    tables: table(
      'Values',
      ['Key', 'Size', 'Value'],
      Object.entries(data ?? {}).map(([key, base64]): Text[] => {
        const text = secretText(base64);
        return [code(key), sizeText(base64), text === undefined ? bytesText(base64) : content(key, text, true)];
      }),
    ),
  },
]);

/** The roles and tokens of an account. */
export const serviceAccountOverview = overview<ServiceAccount>((account, context) => {
  const bindings = [
    ...relatedObjects<RoleBinding>(context, 'rbac/RoleBinding', ['allowed by']),
    ...relatedObjects<ClusterRoleBinding>(context, 'rbac/ClusterRoleBinding', ['allowed by']),
  ];
  const tokens = relatedText(context.relations, ['referred to by'], ['core/Secret']);
  const { namespace = '', name = '' } = account.metadata;
  return [
    {
      title: 'Service account',
      facts: facts([
        ['User name', code(`system:serviceaccount:${namespace}:${name}`)],
        ['Stored tokens', tokens.length > 0 && lines(tokens)],
        ['Access', { type: 'rights', namespace, name }],
        ['Token in pods', account.automountServiceAccountToken === false ? 'Not mounted' : 'Mounted'],
      ]),
    },
    {
      title: 'Roles',
      emptyText: 'No binding names this account. It may do what every authenticated user may do.',
      tables: table(
        'Roles',
        ['Role', 'In', 'Through'],
        bindings.map((binding) => [
          roleText(binding),
          binding.metadata.namespace ?? 'Every namespace',
          objectText(
            binding.metadata.namespace ? 'rbac/RoleBinding' : 'rbac/ClusterRoleBinding',
            binding.metadata,
            true,
          ),
        ]),
      ),
    },
  ];
});
