import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  RoleBinding,
  Subject,
} from '../../api/kinds/rbac-v1.generated.ts';
import { facts, lines, type OverviewCard, objectText, overview, subtle, type Text, table } from './card.ts';
import { relatedObjects, selectorText } from './pods-table.ts';

/** A role with its subjects. */
export const roleOverview = overview<ClusterRole>((role, context) => {
  const bindings = [
    ...relatedObjects<RoleBinding>(context, 'rbac/RoleBinding', ['bound by']),
    ...relatedObjects<ClusterRoleBinding>(context, 'rbac/ClusterRoleBinding', ['bound by']),
  ];
  const selectors = role.aggregationRule?.clusterRoleSelectors ?? [];
  return [
    rulesCard(
      role,
      facts([['Aggregates', selectors.length > 0 && lines(selectors.map((selector) => selectorText(selector)))]]),
    ),
    {
      title: 'Subjects',
      emptyText: 'Nobody has this role. A binding grants it to users, groups and service accounts.',
      tables: table(
        'Subjects',
        ['Subject', 'In', 'Through'],
        bindings.flatMap((binding) =>
          (binding.subjects ?? []).map((subject) => [
            subjectText(subject, binding.metadata.namespace),
            binding.metadata.namespace ?? 'Every namespace',
            bindingText(binding),
          ]),
        ),
      ),
    },
  ];
});

/** The role and the subjects of a binding. */
export const bindingOverview = overview<RoleBinding>((binding, context) => {
  const kind = binding.roleRef.kind === 'Role' ? 'rbac/Role' : 'rbac/ClusterRole';
  const [role] = relatedObjects<ClusterRole>(context, kind, ['binds']);
  const { namespace } = binding.metadata;
  return [
    {
      title: 'Grant',
      facts: facts([
        ['Role', roleText(binding)],
        [
          'In',
          namespace
            ? objectText('core/Namespace', { name: namespace }, true)
            : 'Every namespace, and cluster-scoped objects',
        ],
      ]),
      tables: table(
        'Subjects',
        ['Subject', 'Role'],
        (binding.subjects ?? []).map((subject) => [
          subjectText(subject, namespace),
          ['→ ', roleText(binding)].flat() as Text,
        ]),
      ),
    },
    ...(role ? [rulesCard(role, [])] : []),
  ];
});

export const roleText = ({ roleRef, metadata }: RoleBinding): Text =>
  roleRef.kind === 'Role'
    ? objectText('rbac/Role', { namespace: metadata.namespace, name: roleRef.name }, true)
    : objectText('rbac/ClusterRole', { name: roleRef.name }, true);

const bindingText = ({ metadata }: RoleBinding): Text =>
  objectText(metadata.namespace ? 'rbac/RoleBinding' : 'rbac/ClusterRoleBinding', metadata, true);

const subjectText = ({ kind, name, namespace: own }: Subject, namespace: string | undefined): Text =>
  kind === 'ServiceAccount'
    ? objectText('core/ServiceAccount', { namespace: own ?? namespace, name }, true)
    : [`${kind} `, { type: 'code', text: name }];

const rulesCard = ({ rules }: ClusterRole, more: OverviewCard['facts']): OverviewCard => ({
  title: 'Rules',
  emptyText: 'No rules. The role allows nothing.',
  facts: more ?? [],
  tables: table('Rules', ['Verbs', 'Resources', 'API groups', 'Names'], (rules ?? []).map(ruleRow)),
});

function ruleRow({ verbs, resources, apiGroups, resourceNames, nonResourceURLs }: PolicyRule): Text[] {
  return [
    listText(verbs, 'Every verb'),
    nonResourceURLs?.length ? listText(nonResourceURLs, 'Every path') : listText(resources, 'Every resource'),
    nonResourceURLs?.length
      ? subtle('Paths')
      : listText(
          apiGroups?.map((group) => group || 'core'),
          'Every group',
        ),
    resourceNames?.length ? resourceNames.join(', ') : subtle('Every name'),
  ];
}

const listText = (values: readonly string[] | null | undefined, every: string): Text =>
  values?.includes('*') ? every : (values ?? []).join(', ');
