import type { Dialect } from '../../../api/dialect.ts';
import { errorText } from '../../../api/error-text.ts';
import { AUDIT_API_VERSION } from '../../../api/kubernetes-names.ts';
import { isRecord } from '../../../api/object.ts';
import type { RequestInfo } from '../../../api/request-info.ts';
import type { UserInfo } from '../../../api/user-info.ts';
import { readYaml } from '../../../schema/yaml/yaml-to-json.ts';
import { FlagError } from '../../flags/server-flags.ts';
import { AUDIT_LEVELS, AUDIT_STAGES, type AuditLevel, type AuditStage } from './audit-event.ts';

interface PolicyRule {
  readonly level: AuditLevel;
  readonly users?: readonly string[];
  readonly userGroups?: readonly string[];
  readonly verbs?: readonly string[];
  readonly resources?: readonly GroupResources[];
  /** The empty namespace selects requests without one. */
  readonly namespaces?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly omitStages?: readonly AuditStage[];
  readonly omitManagedFields?: boolean;
}
interface GroupResources {
  readonly group?: string;
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
}

/** The audit level and the exclusions for one request. */
export interface AuditScope {
  readonly level: AuditLevel;
  readonly omitStages: ReadonlySet<AuditStage>;
  readonly omitManagedFields: boolean;
}

/** An audit.k8s.io/v1 Policy. The first matching rule decides; requests without one are not logged. */
export class AuditPolicy {
  readonly #rules: readonly PolicyRule[];
  readonly #omitStages: readonly AuditStage[];
  readonly #omitManagedFields: boolean;

  /**
   * @param text JSON or YAML
   * @throws FlagError
   */
  constructor(text: string, dialect: Dialect) {
    const policy = parsed(text, dialect);
    this.#rules = policy.rules as PolicyRule[];
    this.#omitStages = stagesOf(policy.omitStages, 'omitStages');
    this.#omitManagedFields = policy.omitManagedFields === true;
  }

  scopeOf(info: RequestInfo, user: UserInfo): AuditScope {
    const rule = this.#rules.find((candidate) => fits(candidate, info, user));
    return {
      level: rule?.level ?? 'None',
      omitStages: new Set([...this.#omitStages, ...(rule?.omitStages ?? [])]),
      omitManagedFields: rule?.omitManagedFields ?? this.#omitManagedFields,
    };
  }
}

function parsed(text: string, dialect: Dialect): Record<string, unknown> & { rules: unknown[] } {
  const flagError = (why: string): FlagError => new FlagError(`--audit-policy-file: ${why}`);
  const policy = readDocument(text, flagError);
  const apiVersion = dialect.rename(AUDIT_API_VERSION);
  if (!isRecord(policy) || policy.kind !== 'Policy' || policy.apiVersion !== apiVersion)
    throw flagError(`it must contain a Policy of ${apiVersion}`);
  const { rules } = policy;
  if (!Array.isArray(rules) || rules.length === 0) throw flagError('loaded illegal policy with 0 rules');
  for (const [index, rule] of rules.entries()) checkRule(isRecord(rule) ? rule : {}, `rules[${index}]`, flagError);
  return { ...policy, rules };
}

function readDocument(text: string, flagError: (why: string) => FlagError): unknown {
  try {
    return readYaml(text);
  } catch (error) {
    throw flagError(errorText(error));
  }
}

function checkRule(rule: Record<string, unknown>, path: string, flagError: (why: string) => FlagError): void {
  if (!AUDIT_LEVELS.includes(rule.level as AuditLevel)) {
    const supported = AUDIT_LEVELS.toSorted().map((level) => JSON.stringify(level));
    throw flagError(
      `${path}.level: Unsupported value: ${JSON.stringify(rule.level ?? '')}: supported values: ${supported.join(', ')}`,
    );
  }
  stagesOf(rule.omitStages, `${path}.omitStages`);
  const paths = Array.isArray(rule.nonResourceURLs) ? rule.nonResourceURLs : [];
  if (paths.length > 0 && (rule.resources !== undefined || rule.namespaces !== undefined))
    throw flagError(`${path}.nonResourceURLs: rules cannot apply to both regular resources and non-resource URLs`);
  const odd = paths.find((url) => url !== '*' && !/^\/[^*]*\*?$/.test(String(url)));
  if (odd !== undefined)
    throw flagError(
      `${path}.nonResourceURLs: Invalid value: ${JSON.stringify(odd)}: it must begin with / and may contain * only at its end`,
    );
}

function stagesOf(value: unknown, path: string): readonly AuditStage[] {
  const stages = Array.isArray(value) ? value : [];
  const unknown = stages.find((stage) => !AUDIT_STAGES.includes(stage as AuditStage));
  if (unknown !== undefined)
    throw new FlagError(
      `--audit-policy-file: ${path}: Invalid value: ${JSON.stringify(unknown)}: allowed stages are ${AUDIT_STAGES.join(', ')}`,
    );
  return stages as AuditStage[];
}

const isGiven = (list: readonly unknown[] | undefined): list is readonly unknown[] =>
  list !== undefined && list.length > 0;

function fits(rule: PolicyRule, info: RequestInfo, user: UserInfo): boolean {
  const { users = [], userGroups = [], verbs = [] } = rule;
  if (users.length > 0 && !users.includes(user.username)) return false;
  if (userGroups.length > 0 && !user.groups?.some((group) => userGroups.includes(group))) return false;
  if (verbs.length > 0 && !verbs.includes(info.verb)) return false;
  if (isGiven(rule.namespaces) || isGiven(rule.resources)) return info.isResourceRequest && fitsResource(rule, info);
  const { nonResourceURLs = [] } = rule;
  if (nonResourceURLs.length === 0) return true;
  return !info.isResourceRequest && nonResourceURLs.some((spec) => fitsPath(spec, info.path));
}

const fitsPath = (spec: string, path: string): boolean =>
  spec === '*' || spec === path || (spec.endsWith('*') && path.startsWith(spec.slice(0, -1)));

function fitsResource({ namespaces = [], resources = [] }: PolicyRule, info: RequestInfo): boolean {
  if (namespaces.length > 0 && !namespaces.includes(info.namespace)) return false;
  return resources.length === 0 || resources.some((row) => fitsGroup(row, info));
}

/**
 * Matches `pods`, `pods/log`, `pods/*`, a subresource of any resource, or `*`. With resourceNames, the request's name
 * must be one of them.
 */
function fitsGroup({ group = '', resources = [], resourceNames = [] }: GroupResources, info: RequestInfo): boolean {
  if (group !== info.group) return false;
  if (resources.length === 0) return true;
  if (resourceNames.length > 0 && !resourceNames.includes(info.name)) return false;
  const { resource, subresource } = info;
  const patterns = ['*', `${resource}/*`, subresource ? `${resource}/${subresource}` : resource];
  if (subresource) patterns.push(`*/${subresource}`);
  return resources.some((pattern) => patterns.includes(pattern));
}
