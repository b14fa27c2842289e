import type { Invocation } from '../../command.ts';
import { failure } from '../../command-error.ts';
import type { Flags } from '../../command-line/flags.ts';
import { typeNamed } from '../../objects/resource-types.ts';

/** Returns the rules that the flags of a role describe: one for each API group. @throws CommandError */
export async function roleRules({ flags, environment }: Invocation): Promise<object[]> {
  const verbs = [...new Set(flags.list('verb'))];
  if (verbs.length === 0) throw failure('at least one verb must be specified');
  const urls = flags.list('non-resource-url');
  if (urls.length > 0) return [{ nonResourceURLs: urls, verbs }];
  if (flags.list('resource').length === 0) throw failure('at least one resource must be specified');
  const byGroup = new Map<string, string[]>();
  for (const text of flags.list('resource')) {
    const [type = '', subresource] = text.split('/');
    const { group, resource } = type === '*' ? { group: '*', resource: '*' } : await typeNamed(environment, type);
    const name = subresource ? `${resource}/${subresource}` : resource;
    const resources = byGroup.get(group) ?? [];
    if (!resources.includes(name)) byGroup.set(group, [...resources, name]);
  }
  const resourceNames = flags.list('resource-name');
  return [...byGroup].map(([group, resources]) => ({
    apiGroups: [group],
    resources,
    ...(resourceNames.length > 0 ? { resourceNames } : {}),
    verbs,
  }));
}

/** Returns the subjects that the flags of a binding name. @throws CommandError */
export function bindingSubjects(flags: Flags, apiGroup: string): object[] {
  const accounts = flags.list('serviceaccount').map((text) => {
    const [namespace, name, ...rest] = text.split(':');
    if (!namespace || !name || rest.length > 0) throw failure('serviceaccount must be <namespace>:<name>');
    return { kind: 'ServiceAccount', name, namespace };
  });
  return [
    ...flags.list('user').map((name) => ({ apiGroup, kind: 'User', name })),
    ...flags.list('group').map((name) => ({ apiGroup, kind: 'Group', name })),
    ...accounts,
  ];
}
