import type { ApiObject } from '../../api/object.ts';
import type { UserInfo } from '../../api/user-info.ts';
import type { AdmissionAttributes, AdmissionKinds } from '../admission-plugin.ts';
import type { MatchedResource } from '../matching/matched-resource.ts';

/** The supported versions of AdmissionReview. */
export type ReviewVersion = 'v1' | 'v1beta1';

/** Returns the first supported version of a webhook; undefined when none is supported. */
export const reviewVersionOf = (versions: readonly string[] | null): ReviewVersion | undefined =>
  versions?.find((version): version is ReviewVersion => version === 'v1' || version === 'v1beta1');

export interface ReviewRequest {
  readonly uid: string;
  readonly [member: string]: unknown;
}

/** Returns the `request` of an AdmissionReview, with its members in the server's order. Missing values are null. */
export function reviewRequest(
  uid: string,
  attributes: AdmissionAttributes,
  { kind, resource }: MatchedResource,
  kinds: AdmissionKinds,
): ReviewRequest {
  const { subresource, name, namespace, operation, object, oldObject, options, dryRun } = attributes;
  const versioned = (each: ApiObject | undefined): ApiObject | null => (each ? kinds.convert(each, kind) : null);
  return {
    uid,
    kind,
    resource,
    ...(subresource ? { subResource: subresource } : {}),
    requestKind: attributes.kind,
    requestResource: attributes.resource,
    ...(subresource ? { requestSubResource: subresource } : {}),
    ...(name ? { name } : {}),
    ...(namespace ? { namespace } : {}),
    operation,
    userInfo: userInfo(attributes.user),
    object: versioned(object),
    oldObject: versioned(oldObject),
    dryRun,
    options: Object.keys(options).length > 0 ? options : null,
  };
}

const userInfo = ({ username, uid, groups, extra }: UserInfo): object => ({
  username,
  ...(uid ? { uid } : {}),
  ...(groups?.length ? { groups } : {}),
  ...(extra && Object.keys(extra).length > 0 ? { extra } : {}),
});
