import type { Pod, ResourceQuota, ScopedResourceSelectorRequirement } from '../../../api/kinds/core-v1.generated.ts';
import { isRecord } from '../../../api/object.ts';
import type { Amounts } from '../../../api/quota/quota-amounts.ts';
import { matchesScope, scopesOf } from '../../../api/quota/quota-scopes.ts';
import { plainError } from '../../../api/status.ts';
import { quantitySign } from '../../../api/values/quantity.ts';
import type { AdmissionAttributes } from '../../admission-plugin.ts';
import { podOf } from '../../attributes.ts';
import { denial } from '../../denial.ts';

/** Resources that may only be used if a quota covers them, from a ResourceQuotaConfiguration. */
export interface LimitedResource {
  readonly apiGroup: string;
  readonly resource: string;
  /** Substrings of the names of counted resources. */
  readonly matchContains: readonly string[];
  readonly matchScopes: readonly ScopedResourceSelectorRequirement[];
}

/** @throws Error for the author of the configuration */
export function readLimitedResources({ limitedResources = [] }: Readonly<Record<string, unknown>>): LimitedResource[] {
  if (!Array.isArray(limitedResources)) throw new Error('ResourceQuota: limitedResources must be a list');
  return limitedResources.map((entry: unknown) => {
    const { apiGroup = '', resource, matchContains, matchScopes } = isRecord(entry) ? entry : {};
    if (typeof resource !== 'string' || resource === '')
      throw new Error('ResourceQuota: every limited resource needs a resource');
    return {
      apiGroup: String(apiGroup),
      resource,
      matchContains: Array.isArray(matchContains) ? matchContains.map(String) : [],
      matchScopes: Array.isArray(matchScopes) ? (matchScopes as ScopedResourceSelectorRequirement[]) : [],
    };
  });
}

/**
 * Denies a request for limited resources that no quota covers.
 * @param usage the total usage of the object
 * @param covered names that some quota in the namespace counts for this object
 */
export function requireCoverage(
  limited: readonly LimitedResource[],
  attributes: AdmissionAttributes,
  { usage, covered, quotas }: { usage: Amounts; covered: ReadonlySet<string>; quotas: readonly ResourceQuota[] },
): void {
  const { group, resource } = attributes.resource;
  const parts = limited
    .filter((each) => each.apiGroup === group && each.resource === resource)
    .flatMap(({ matchContains }) => matchContains);
  const uncovered = [...usage]
    .filter(([name, amount]) => quantitySign(amount) > 0 && parts.some((part) => name.includes(part)))
    .map(([name]) => name)
    .filter((name) => !covered.has(name));
  if (uncovered.length > 0) throw denial(attributes, `insufficient quota to consume: ${uncovered.sort().join(',')}`);
  requireScopes(limited, podOf(attributes), quotas);
}

function requireScopes(limited: readonly LimitedResource[], pod: Pod | undefined, quotas: readonly ResourceQuota[]) {
  if (!pod) return;
  const matching = (scopes: readonly ScopedResourceSelectorRequirement[]) =>
    scopes.filter((scope) => matchesScope(scope, pod));
  const covered = new Set(quotas.flatMap(({ spec }) => matching(scopesOf(spec)).map(({ scopeName }) => scopeName)));
  const uncovered = matching(limited.flatMap(({ matchScopes }) => matchScopes)).filter(
    ({ scopeName }) => !covered.has(scopeName),
  );
  if (uncovered.length === 0) return;
  const texts = uncovered.map(
    ({ scopeName, operator, values = [] }) => `{${scopeName} ${operator} [${values.join(' ')}]}`,
  );
  // The real server responds with 500: its error has no status.
  throw plainError(`insufficient quota to match these scopes: [${texts.join(' ')}]`);
}
