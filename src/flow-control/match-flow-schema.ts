import type {
  FlowSchema,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from '../api/kinds/flowcontrol-v1beta3.generated.ts';
import type { UserInfo } from '../api/user-info.ts';
import type { FlowRequest } from './flow-request.ts';

const ALL = '*';

/** Reports whether a rule of the flow schema matches both the user and the target of a request. */
export const matchesFlowSchema = ({ spec }: FlowSchema, request: FlowRequest): boolean =>
  (spec?.rules ?? []).some((rule) => matchesRule(rule, request));

function matchesRule(
  { subjects, resourceRules, nonResourceRules }: PolicyRulesWithSubjects,
  { user, info }: FlowRequest,
): boolean {
  const matchesTarget = info.isResourceRequest
    ? resourceRules?.some((rule) => matchesResource(rule, info))
    : nonResourceRules?.some((rule) => matchesPath(rule, info));
  return Boolean(matchesTarget) && (subjects ?? []).some((subject) => matchesSubject(subject, user));
}

function matchesSubject(subject: Subject, { username, groups }: UserInfo): boolean {
  switch (subject.kind) {
    case 'User':
      return subject.user?.name === ALL || subject.user?.name === username;
    case 'Group':
      return subject.group?.name === ALL || Boolean(groups?.includes(subject.group?.name ?? ''));
    case 'ServiceAccount': {
      const { namespace = '', name = '' } = subject.serviceAccount ?? {};
      const prefix = `system:serviceaccount:${namespace}:`;
      return name === ALL ? username.startsWith(prefix) : username === prefix + name;
    }
    default:
      return false;
  }
}

const includes = (values: readonly string[] | null | undefined, value: string): boolean =>
  Boolean(values?.includes(value) || values?.includes(ALL));

/** A rule names a subresource as `resource/subresource`. A request without a namespace needs `clusterScope`. */
function matchesResource(
  { verbs, apiGroups, resources, namespaces, clusterScope }: ResourcePolicyRule,
  { verb, group, resource, subresource, namespace }: FlowRequest['info'],
): boolean {
  return (
    includes(verbs, verb) &&
    includes(apiGroups, group) &&
    includes(resources, subresource === '' ? resource : `${resource}/${subresource}`) &&
    (namespace === '' ? clusterScope === true : includes(namespaces, namespace))
  );
}

/** `/a/*` matches the paths below `/a/`, but not `/a`. */
const matchesPath = ({ verbs, nonResourceURLs }: NonResourcePolicyRule, { verb, path }: FlowRequest['info']): boolean =>
  includes(verbs, verb) &&
  (nonResourceURLs ?? []).some(
    (pattern) =>
      pattern === ALL || pattern === path || (pattern.endsWith('/*') && path.startsWith(pattern.slice(0, -1))),
  );
