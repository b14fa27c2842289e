import { type FieldError, invalid, quoted, verbatim } from '../../../api/field-error.ts';
import type {
  LocalSubjectAccessReview,
  NonResourceAttributes,
  ResourceAttributes,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
  SubjectAccessReviewSpec,
  SubjectAccessReviewStatus,
} from '../../../api/kinds/authorization-v1.generated.ts';
import type { ObjectMeta } from '../../../api/kinds/meta-v1.generated.ts';
import { badRequest, invalidObject } from '../../../api/status.ts';
import type { UserInfo } from '../../../api/user-info.ts';
import type { AuthorizationAttributes } from '../../../authorization/authorizer.ts';
import { errorsText } from '../../../authorization/errors-text.ts';
import { goValue } from '../../../resources/core/struct-difference/go-value.ts';
import type { Call, Endpoint } from '../../context/call.ts';
import { answerReview, readReview } from './review-body.ts';

/** Reports whether the given user may perform an action. */
export const subjectAccessReview: Endpoint = async (call) => {
  const { body, admit } = await readReview<SubjectAccessReview>(call);
  const { spec, metadata } = body;
  requireValid(call, [...specErrors(spec), ...userErrors(spec), ...metadataErrors(metadata, 'must be empty')]);
  await admit();
  body.status = await decide(call, attributesOf(userOf(spec), spec));
  return answerReview(call, body);
};

/** Reports whether the given user may perform an action in the review's namespace. */
export const localSubjectAccessReview: Endpoint = async (call) => {
  const { body, admit } = await readReview<LocalSubjectAccessReview>(call);
  const { spec, metadata } = body;
  const { namespace = '', ...rest } = metadata;
  const errors = [
    ...specErrors(spec),
    ...userErrors(spec),
    ...metadataErrors(metadata, 'must be empty except for namespace', rest),
  ];
  if (spec.resourceAttributes && (spec.resourceAttributes.namespace ?? '') !== namespace) {
    const requested = spec.resourceAttributes.namespace ?? '';
    errors.push(invalid('spec.resourceAttributes.namespace', requested, 'must match metadata.namespace'));
  }
  if (spec.nonResourceAttributes) {
    errors.push(
      invalid('spec.nonResourceAttributes', goText(spec.nonResourceAttributes), 'disallowed on this kind of request'),
    );
  }
  requireValid(call, errors);
  await admit();
  body.status = await decide(call, attributesOf(userOf(spec), spec));
  return answerReview(call, body);
};

/** Reports whether the caller may perform an action. */
export const selfSubjectAccessReview: Endpoint = async (call) => {
  const { body, admit } = await readReview<SelfSubjectAccessReview>(call);
  requireValid(call, [...specErrors(body.spec), ...metadataErrors(body.metadata, 'must be empty')]);
  await admit();
  body.status = await decide(call, attributesOf(call.user, body.spec));
  return answerReview(call, body);
};

/** Returns the caller's permissions in a namespace. The response contains the rules without the spec. */
export const selfSubjectRulesReview: Endpoint = async (call) => {
  const { body, admit } = await readReview<SelfSubjectRulesReview>(call);
  const namespace = body.spec.namespace ?? '';
  if (namespace === '') throw badRequest('no namespace on request');
  await admit();
  const { resourceRules, nonResourceRules, incomplete, evaluationError } = await call.server.authorizer.rulesFor(
    call.user,
    namespace,
  );
  return answerReview(call, {
    apiVersion: body.apiVersion,
    kind: body.kind,
    metadata: {},
    spec: {},
    status: {
      resourceRules: [...resourceRules],
      nonResourceRules: [...nonResourceRules],
      incomplete,
      ...(evaluationError ? { evaluationError } : {}),
    },
  } as SelfSubjectRulesReview);
};

interface AccessSpec {
  readonly resourceAttributes?: ResourceAttributes | undefined;
  readonly nonResourceAttributes?: NonResourceAttributes | undefined;
}

/** Evaluation errors have a separate field in the specification and are part of the reason on the real server. */
async function decide(call: Call, attributes: AuthorizationAttributes): Promise<SubjectAccessReviewStatus> {
  const { authorizer, dialect } = call.server;
  const { decision, reason, evaluationError, error } = await authorizer.authorize(attributes);
  const isSeparate = evaluationError !== undefined && dialect.follows('dangling-role-is-an-evaluation-error');
  const told = isSeparate && decision !== 'allow' ? '' : reason;
  const problems = [...(isSeparate ? [evaluationError] : []), ...(error === undefined ? [] : [error])];
  return {
    allowed: decision === 'allow',
    ...(decision === 'deny' ? { denied: true } : {}),
    ...(told ? { reason: told } : {}),
    ...(problems.length ? { evaluationError: errorsText(problems) } : {}),
  };
}

export function attributesOf(
  user: UserInfo,
  { resourceAttributes, nonResourceAttributes }: AccessSpec,
): AuthorizationAttributes {
  const { namespace, group, version, resource, subresource, name } = resourceAttributes ?? {};
  return {
    user,
    verb: (resourceAttributes ?? nonResourceAttributes)?.verb ?? '',
    isResourceRequest: resourceAttributes !== undefined,
    namespace: namespace ?? '',
    group: group ?? '',
    version: version || '*',
    resource: resource ?? '',
    subresource: subresource ?? '',
    name: name ?? '',
    path: nonResourceAttributes?.path ?? '',
  };
}

export const userOf = ({ user, groups, uid, extra }: SubjectAccessReviewSpec): UserInfo => ({
  username: user ?? '',
  ...(uid ? { uid } : {}),
  ...(groups ? { groups } : {}),
  ...(extra ? { extra } : {}),
});

export function specErrors({ resourceAttributes, nonResourceAttributes }: AccessSpec): FieldError[] {
  if (resourceAttributes && nonResourceAttributes) {
    const text = goText(nonResourceAttributes);
    return [invalid('spec.nonResourceAttributes', text, 'cannot be specified in combination with resourceAttributes')];
  }
  if (resourceAttributes || nonResourceAttributes) return [];
  return [
    invalid(
      'spec.resourceAttributes',
      null,
      'exactly one of nonResourceAttributes or resourceAttributes must be specified',
    ),
  ];
}

export const userErrors = ({ user, groups }: SubjectAccessReviewSpec): FieldError[] =>
  user || groups?.length ? [] : [invalid('spec.user', '', 'at least one of user or group must be specified')];

/** @param checked the members of the metadata that must be empty */
function metadataErrors(metadata: ObjectMeta, detail: string, checked = metadata): FieldError[] {
  const { managedFields: _, ...members } = checked;
  const isEmpty = Object.values(members).every((value) => value === undefined || value === null || value === '');
  return isEmpty
    ? []
    : [invalid('metadata', goValue('meta.v1.ObjectMeta', { ...metadata, managedFields: undefined }), detail)];
}

const goText = ({ path, verb }: NonResourceAttributes) =>
  verbatim(`authorization.NonResourceAttributes{Path:${quoted(path ?? '')}, Verb:${quoted(verb ?? '')}}`);

/** These errors have the group but no kind. */
function requireValid(call: Call, errors: readonly FieldError[]): void {
  if (errors.length) throw invalidObject({ group: call.info.group, kind: '' }, '', errors);
}
