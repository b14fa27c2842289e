import { checkPolicyTypes, type TypedKind } from '../../admission/policies/check-policy-types.ts';
import type {
  NamedRuleWithOperations,
  ValidatingAdmissionPolicySpec,
} from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import {
  ADMISSION_REGISTRATION_GROUP,
  API_EXTENSIONS_GROUP,
  API_REGISTRATION_GROUP,
} from '../../api/kubernetes-names.ts';
import { type GroupVersionKind, parseApiVersion } from '../../api/object.ts';
import type { PolicyTypeChecker } from '../../api/ports/policy-type-checker.ts';
import { typeOfKind } from '../../cel/typing/kind-type.ts';
import type { ObjectType } from '../../cel/typing/types.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';

type Parts = Pick<ServerContext, 'clock' | 'dialect' | 'features' | 'resources' | 'schemas'>;

/** Maximum number of kinds that one rule of a policy adds. Rules after one that reaches the limit are ignored. */
const MAXIMUM_KINDS = 10;
/** Groups whose kinds the real server's type checker does not know. */
const UNTYPED_GROUPS = [API_EXTENSIONS_GROUP, API_REGISTRATION_GROUP];

/** Creates the type check behind the status of policies; undefined when policies are not served. */
export function createPolicyTypeChecker(parts: Parts): PolicyTypeChecker | undefined {
  const group = parts.dialect.rename(ADMISSION_REGISTRATION_GROUP);
  const isServed = parts.resources.find(group, 'v1beta1', 'validatingadmissionpolicies') !== undefined;
  if (!isServed || !parts.features.enabled('ValidatingAdmissionPolicy')) return undefined;
  return (policy) => {
    const { matchConstraints, paramKind } = policy.spec ?? {};
    const kinds = kindsOf(matchConstraints, parts.resources.resources).flatMap((kind): TypedKind[] => {
      const type = typeOf(kind, parts);
      return type ? [{ ...kind, type }] : [];
    });
    const { apiVersion = '', kind = '' } = paramKind ?? {};
    return checkPolicyTypes(policy, kinds, typeOf({ ...parseApiVersion(apiVersion), kind }, parts));
  };
}

/**
 * Returns the type of a built-in kind, with a unique name derived from the time in nanoseconds, as on the real server.
 */
function typeOf(kind: GroupVersionKind, { clock, dialect, schemas }: Parts): ObjectType | undefined {
  if (UNTYPED_GROUPS.some((group) => dialect.rename(group) === kind.group)) return undefined;
  const schema = schemas.schemaOf(kind);
  if (!schema || schema.structural) return undefined;
  return typeOfKind(schema, `${kind.kind}${(clock.now() % 1000) * 1_000_000}`);
}

/** Returns the kinds that the rules name without wildcards, ordered by group, version and kind. */
function kindsOf(
  constraints: ValidatingAdmissionPolicySpec['matchConstraints'],
  resources: readonly ServedResource[],
): GroupVersionKind[] {
  const found = new Map<string, GroupVersionKind>();
  for (const rule of constraints?.resourceRules ?? []) {
    const kinds = kindsOfRule(rule, resources).slice(0, MAXIMUM_KINDS);
    for (const { group, version, kind } of kinds) found.set(`${group}/${version}/${kind}`, { group, version, kind });
    if (kinds.length === MAXIMUM_KINDS) break;
  }
  return [...found.values()].sort(
    (left, right) =>
      compare(left.group, right.group) || compare(left.version, right.version) || compare(left.kind, right.kind),
  );
}

/** Rules with `*` among their groups or versions name no kinds. Subresources add no kinds. */
function kindsOfRule(
  { apiGroups = [], apiVersions = [], resources = [] }: NamedRuleWithOperations,
  served: readonly ServedResource[],
) {
  if ([...apiGroups, ...apiVersions].some((name) => name.includes('*'))) return [];
  const names = resources.filter((name) => !/[*/]/.test(name)).sort();
  return [...apiGroups].sort().flatMap((group) =>
    [...apiVersions].sort().flatMap((version) =>
      names.flatMap((name) =>
        served.filter(
          (resource) =>
            // An empty group matches any group: `events` in v1 means the events of both groups.
            (group === '' || resource.group === group) &&
            resource.version === version &&
            [resource.resource, resource.singular].includes(name.toLowerCase()),
        ),
      ),
    ),
  );
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
