import type { Dialect } from '../../api/dialect.ts';
import { type FieldError, invalid, notSupported, required } from '../../api/field-error.ts';
import type { RoleBinding, Subject } from '../../api/kinds/rbac-v1.generated.ts';
import { RBAC_GROUP } from '../../api/kubernetes-names.ts';
import { isDns1123Subdomain, isValidPathSegmentName } from '../../api/names.ts';
import { invalidFor } from '../field-validation.ts';
import { goStruct } from '../go-text.ts';
import type { Strategy, TableColumn } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

/** The differences between RoleBindings and ClusterRoleBindings, whose fields are the same. */
export interface BindingScope {
  /** Kinds of roles that can be referred to. */
  readonly roleKinds: readonly string[];
  readonly isNamespaced: boolean;
  /** The name of the kind in column descriptions. */
  readonly title: string;
  readonly roleDescription: string;
}

const groupName = (dialect: Dialect): string => dialect.rename(RBAC_GROUP);

export const bindingStrategy = (scope: BindingScope): Strategy<RoleBinding> => ({
  setDefaults({ roleRef, subjects }, { dialect }) {
    if (roleRef) roleRef.apiGroup ||= groupName(dialect);
    for (const subject of subjects ?? []) {
      if (subject.kind === 'User' || subject.kind === 'Group') subject.apiGroup ||= groupName(dialect);
    }
  },
  validate: (object, { dialect }) => validateBinding(object, scope, dialect),
  validateUpdate: (object, live, { dialect }) => [
    ...validateBinding(object, scope, dialect),
    ...validateSameRole(object, live),
  ],
});

function validateBinding({ roleRef, subjects }: RoleBinding, scope: BindingScope, dialect: Dialect): FieldError[] {
  const { apiGroup = '', kind = '', name = '' } = roleRef ?? {};
  const errors: FieldError[] = [];
  if (apiGroup !== groupName(dialect)) errors.push(notSupported('roleRef.apiGroup', apiGroup, [groupName(dialect)]));
  if (!scope.roleKinds.includes(kind)) errors.push(notSupported('roleRef.kind', kind, scope.roleKinds));
  if (name === '') errors.push(required('roleRef.name'));
  else errors.push(...invalidFor('roleRef.name', name, isValidPathSegmentName(name)));
  const ofSubjects = (subjects ?? []).flatMap((subject, index) =>
    validateSubject(subject, scope.isNamespaced, `subjects[${index}]`, dialect),
  );
  return [...errors, ...ofSubjects];
}

function validateSubject(subject: Subject, isNamespaced: boolean, field: string, dialect: Dialect): FieldError[] {
  const { name = '', kind = '', apiGroup = '', namespace = '' } = subject;
  const errors = name === '' ? [required(`${field}.name`)] : [];
  if (kind === 'ServiceAccount') {
    if (name !== '') errors.push(...invalidFor(`${field}.name`, name, isDns1123Subdomain(name)));
    if (apiGroup !== '') errors.push(notSupported(`${field}.apiGroup`, apiGroup, ['']));
    if (!isNamespaced && namespace === '') errors.push(required(`${field}.namespace`));
  } else if (kind === 'User' || kind === 'Group') {
    const group = groupName(dialect);
    if (apiGroup !== group) errors.push(notSupported(`${field}.apiGroup`, apiGroup, [group]));
  } else {
    errors.push(notSupported(`${field}.kind`, kind, ['ServiceAccount', 'User', 'Group']));
  }
  return errors;
}

function validateSameRole({ roleRef }: RoleBinding, { roleRef: live }: RoleBinding): FieldError[] {
  const members = ['apiGroup', 'kind', 'name'] as const;
  if (members.every((member) => roleRef?.[member] === live?.[member])) return [];
  const { apiGroup = '', kind = '', name = '' } = roleRef ?? {};
  const shown = goStruct('rbac.RoleRef', { APIGroup: apiGroup, Kind: kind, Name: name });
  return [invalid('roleRef', shown, 'cannot change roleRef')];
}

const subjectsText = ({ subjects }: RoleBinding, kind: string): string =>
  (subjects ?? [])
    .filter((subject) => subject.kind === kind)
    .map(({ name, namespace }) => (kind === 'ServiceAccount' ? `${namespace ?? ''}/${name}` : name))
    .join(', ');

export const bindingColumns = ({ title, roleDescription }: BindingScope): TableColumn<RoleBinding>[] => [
  nameColumn(),
  column('Role', 'string', roleDescription, ({ roleRef }) => `${roleRef.kind}/${roleRef.name}`),
  ageColumn(),
  column('Users', 'string', `Users in the ${title}`, (object) => subjectsText(object, 'User'), 1),
  column('Groups', 'string', `Groups in the ${title}`, (object) => subjectsText(object, 'Group'), 1),
  column(
    'ServiceAccounts',
    'string',
    `ServiceAccounts in the ${title}`,
    (object) => subjectsText(object, 'ServiceAccount'),
    1,
  ),
];
