import type { AccessMatrixRow, AccessMatrixStatus } from '../../../api/debug/access-analysis.ts';
import type { PolicyRule } from '../../../api/kinds/rbac-v1.generated.ts';
import { coversSome } from '../../../api/rule-matching.ts';
import { serviceAccountOf } from '../../../api/service-account-of.ts';
import { textParameter } from '../search-parameters.ts';
import { type AskedSubject, subjectOf } from './access-question.ts';
import { matrixRowName } from './permission-matrix.ts';

/** The sides of a comparison in its address: `user/alice`, `role/shop/viewer`, `clusterrole/view`. */
export interface ComparisonSearch {
  readonly left?: string | undefined;
  readonly right?: string | undefined;
  /** `all` also shows what both sides may do. */
  readonly show?: 'all' | undefined;
}

export const readComparisonSearch = (search: Readonly<Record<string, unknown>>): ComparisonSearch => ({
  ...textParameter(search, 'left'),
  ...textParameter(search, 'right'),
  ...(search.show === 'all' ? { show: 'all' } : {}),
});

export const SIDE_TYPES = [
  { type: 'user', text: 'User' },
  { type: 'group', text: 'Group' },
  { type: 'account', text: 'Service account' },
  { type: 'role', text: 'Role' },
  { type: 'clusterrole', text: 'ClusterRole' },
] as const;

type SideType = (typeof SIDE_TYPES)[number]['type'];

/** One side of a comparison. */
export interface Side {
  readonly type: SideType;
  /** `namespace/name` for service accounts and roles. Empty until it is entered. */
  readonly name: string;
}

/** Returns the side that a search parameter names; a user without a name by default. */
export function readSide(text = ''): Side {
  const slash = text.indexOf('/');
  const found = SIDE_TYPES.find(({ type }) => type === text.slice(0, slash));
  return found ? { type: found.type, name: text.slice(slash + 1) } : { type: 'user', name: '' };
}

export const sideParameter = ({ type, name }: Side): string => `${type}/${name}`;

/** Returns the side of a subject. */
export function sideOfSubject({ user: { username, groups = [] } }: AskedSubject): Side {
  const account = serviceAccountOf(username);
  if (account) return { type: 'account', name: `${account.namespace}/${account.name}` };
  return username ? { type: 'user', name: username } : { type: 'group', name: groups[0] ?? '' };
}

/** Formats a side: `User alice`. */
export const sideText = ({ type, name }: Side): string =>
  `${SIDE_TYPES.find((one) => one.type === type)?.text} ${name}`;

/** Returns the subject of a side; undefined for roles, and without a name. */
export function subjectOfSide({ type, name }: Side): AskedSubject | undefined {
  if (type === 'role' || type === 'clusterrole') return undefined;
  const names = { user: { user: name }, group: { group: name }, account: { account: name } };
  return subjectOf({ subject: type, ...names[type] }, undefined);
}

/** Verbs by resource or path. A verb for some names only ends with them: `get (only a, b)`. */
export type Grants = ReadonlyMap<string, readonly string[]>;

const verbText = (verb: string, names: readonly string[] | undefined): string =>
  names ? `${verb} (only ${names.join(', ')})` : verb;

/** Returns what a subject is granted. */
export const grantsOfMatrix = ({ rows, paths }: AccessMatrixStatus): Grants =>
  new Map([
    ...rows.map((row) => [matrixRowName(row), row.granted.map(({ verb, names }) => verbText(verb, names))] as const),
    ...paths.map(({ path, verbs }) => [path, verbs] as const),
  ]);

/** Returns what rules grant on the served resources. */
export function grantsOfRules(rules: readonly PolicyRule[], served: readonly AccessMatrixRow[]): Grants {
  const paths = new Map<string, string[]>();
  for (const { nonResourceURLs = [], verbs } of rules)
    for (const path of nonResourceURLs) paths.set(path, [...(paths.get(path) ?? []), ...(verbs ?? [])]);
  return new Map([
    ...served.map((row) => {
      const granted = row.verbs.flatMap((verb) => {
        const found = rules.filter((rule) => coversSome(rule, row, verb));
        if (found.length === 0) return [];
        const isForAll = found.some(({ resourceNames }) => !resourceNames?.length);
        const names = [...new Set(found.flatMap(({ resourceNames }) => resourceNames ?? []))].sort();
        return [verbText(verb, isForAll ? undefined : names)];
      });
      return [matrixRowName(row), granted] as const;
    }),
    ...paths,
  ]);
}

export interface ComparedVerb {
  readonly text: string;
  /** Whether both sides have it. */
  readonly isShared: boolean;
}

export interface ComparedRow {
  /** A resource or a path. */
  readonly name: string;
  readonly left: readonly ComparedVerb[];
  readonly right: readonly ComparedVerb[];
}

/** Returns the granted resources of both sides, and then the paths, sorted by name. */
export function compareGrants(left: Grants, right: Grants): ComparedRow[] {
  const names = [...new Set([...left.keys(), ...right.keys()])].sort(
    (one, other) => Number(one.startsWith('/')) - Number(other.startsWith('/')) || (one < other ? -1 : 1),
  );
  const verbsOf = (name: string, own: Grants, other: Grants): ComparedVerb[] =>
    [...new Set(own.get(name))].map((text) => ({ text, isShared: other.get(name)?.includes(text) ?? false }));
  return names
    .map((name) => ({ name, left: verbsOf(name, left, right), right: verbsOf(name, right, left) }))
    .filter((row) => row.left.length + row.right.length > 0);
}

/** Reports whether the sides differ in a row. */
export const isDifferent = ({ left, right }: ComparedRow): boolean =>
  [...left, ...right].some(({ isShared }) => !isShared);
