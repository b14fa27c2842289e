import { quoted } from '../../api/field-error.ts';
import type { PolicyRule } from '../../api/kinds/rbac-v1.generated.ts';
import type { UserInfo } from '../../api/user-info.ts';
import { explain } from '../analysis/explain.ts';
import type { AuthorizationAttributes, Decision } from '../authorizer.ts';
import { errorsText } from '../errors-text.ts';
import type { RuleAuthorizer } from '../rules-review.ts';
import type { Grant } from './binding-index.ts';
import type { RbacIndex } from './rbac-index.ts';
import { RememberedDecisions } from './remembered-decisions.ts';
import { ruleAllows, ruleAllowsSome } from './rule-matching.ts';

/** Authorizes by roles. Allows requests that a role bound to the user grants, and has no opinion on others. */
export function createRbacAuthorizer(index: RbacIndex): RuleAuthorizer {
  const remembered = new RememberedDecisions(index);
  const decideAnew = async (attributes: AuthorizationAttributes): Promise<Decision> => {
    const { revision } = index;
    const { dependsOnName, ...decision } = await decide(index, attributes);
    if (!dependsOnName) remembered.set(attributes, decision, revision);
    return decision;
  };
  const explained = async (attributes: AuthorizationAttributes, decision: Decision): Promise<Decision> => ({
    ...decision,
    considered: await explain(index, attributes),
  });
  return {
    name: 'RBAC',
    authorize(attributes, { explain: wanted } = {}) {
      const conclude = (decision: Decision): Decision | Promise<Decision> =>
        wanted === 'always' || (wanted && decision.decision !== 'allow') ? explained(attributes, decision) : decision;
      const known = remembered.get(attributes);
      return known ? conclude(known) : decideAnew(attributes).then(conclude);
    },
    async rulesFor(user: UserInfo, namespace: string) {
      const { rules, errors } = await index.rulesFor(user, namespace);
      return {
        resourceRules: rules.filter((rule) => rule.resources?.length).map(toResourceRule),
        nonResourceRules: rules.filter((rule) => rule.nonResourceURLs?.length).map(toNonResourceRule),
        incomplete: false,
        ...(errors.length ? { evaluationError: errorsText(errors) } : {}),
      };
    },
  };
}

/** A decision, and whether it may differ for an object with another name. */
type NamedDecision = Decision & { readonly dependsOnName: boolean };

async function decide(index: RbacIndex, attributes: AuthorizationAttributes): Promise<NamedDecision> {
  const errors: string[] = [];
  const flaws: string[] = [];
  let dependsOnName = false;
  const namespace = attributes.isResourceRequest ? attributes.namespace : '';
  for (const grant of await index.grantsOf(attributes.user, namespace)) {
    const flaw = index.flawOf(grant);
    if (flaw !== undefined) {
      flaws.push(flaw);
      continue;
    }
    const rules = await index.rulesOfRole(grant.binding.roleRef, grant.namespace);
    if (typeof rules === 'string') errors.push(rules);
    else {
      dependsOnName ||= rules.some((rule) => rule.resourceNames?.length && ruleAllowsSome(rule, attributes));
      if (!rules.some((rule) => ruleAllows(rule, attributes))) continue;
      return {
        decision: 'allow',
        reason: `RBAC: allowed by ${grantText(grant)}`,
        ...(flaws.length ? { evaluationError: errorsText(flaws) } : {}),
        dependsOnName,
      };
    }
  }
  const all = [...errors, ...flaws];
  if (all.length === 0) return { decision: 'no-opinion', reason: '', dependsOnName };
  const evaluationError = errorsText(all);
  return { decision: 'no-opinion', reason: `RBAC: ${evaluationError}`, evaluationError, dependsOnName };
}

/** `RoleBinding "name/namespace" of Role "r" to User "u"`. */
function grantText({ binding, namespace, subject }: Grant): string {
  const { kind, name } = binding.roleRef;
  const bindingText = namespace
    ? `RoleBinding ${quoted(`${binding.metadata.name ?? ''}/${namespace}`)}`
    : `ClusterRoleBinding ${quoted(binding.metadata.name ?? '')}`;
  const subjectName =
    subject.kind === 'ServiceAccount' ? `${subject.name}/${subject.namespace || namespace}` : subject.name;
  return `${bindingText} of ${kind} ${quoted(name)} to ${subject.kind} ${quoted(subjectName)}`;
}

const toResourceRule = ({ verbs, apiGroups, resources, resourceNames }: PolicyRule) => ({
  verbs: verbs ?? [],
  ...(apiGroups?.length ? { apiGroups } : {}),
  ...(resources?.length ? { resources } : {}),
  ...(resourceNames?.length ? { resourceNames } : {}),
});

const toNonResourceRule = ({ verbs, nonResourceURLs }: PolicyRule) => ({
  verbs: verbs ?? [],
  ...(nonResourceURLs?.length ? { nonResourceURLs } : {}),
});
