import type { ApiObject } from '../../api/object.ts';
import type { UserInfo } from '../../api/user-info.ts';
import type { AdmissionAttributes, AdmissionKinds } from '../admission-plugin.ts';
import type { MatchedResource } from '../matching/matched-resource.ts';

export interface ReviewRequest {
  readonly uid: string;
  readonly [member: string]: unknown;
}

/** Returns the `request` of an AdmissionReview, with its members in the server's order. Missing values are null. */
export async function reviewRequest(
  uid: string,
  attributes: AdmissionAttributes,
  { kind, resource }: MatchedResource,
  kinds: AdmissionKinds,
): Promise<ReviewRequest> {
  const { subresource, name, namespace, operation, object, oldObject, options, dryRun } = attributes;
  const versioned = async (each: ApiObject | undefined): Promise<ApiObject | null> =>
    each ? kinds.convert(each, kind) : null;
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
    object: await versioned(object),
    oldObject: await versioned(oldObject),
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
