import type { ApiObject } from '../../../api/object.ts';
import { canonical } from '../../../schema/canonical.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Endpoint } from '../../context/call.ts';
import { decodeRequestBody } from '../../http/decode-request-body.ts';
import { representObject } from '../../http/representation.ts';
import { readWriteOptions, type WriteOptions } from '../../http/write-options.ts';
import { admissionOptions, mutate, validate } from '../../write/admit.ts';
import { dedupeOwnerReferences } from '../../write/owner-references.ts';
import { wipeSystemFields } from '../../write/plans/create.ts';
import { takeNamespace } from '../../write/take-identity.ts';
import { managedFieldsOf } from '../../write/track-managers.ts';

type ReviewCall = Parameters<Endpoint>[0];

export interface ReviewBody<T> {
  readonly body: T;
  /** Runs validating admission. Call it once the body is known to be valid. */
  admit(): Promise<void>;
}

/**
 * Reads the body of a review, runs mutating admission and sets managed fields as for a create.
 * @param reviewed the resource of the body where it differs from the path's (a TokenRequest)
 */
export async function readReview<T extends ApiObject>(
  call: ReviewCall,
  { reviewed = call.resource, setDefaults }: { reviewed?: ServedResource; setDefaults?: (body: T) => void } = {},
): Promise<ReviewBody<T>> {
  const { info, server } = call;
  const options = readWriteOptions(call.url.searchParams, 'CreateOptions', server.dialect);
  const { fieldValidation } = options;
  const kind = { group: reviewed.group, version: reviewed.version, kind: reviewed.kind };
  const decoded = await decodeRequestBody(call, { resource: reviewed, schema: reviewed.schema, kind, fieldValidation });
  const body = decoded as T;
  wipeSystemFields(body);
  takeNamespace(call.resource, body, info.namespace);
  dedupeOwnerReferences(body, call, false);
  setDefaults?.(body);
  const managedFields = managedFieldsOf(call, planOf(call, reviewed, options), undefined, body);
  if (managedFields?.length) body.metadata.managedFields = managedFields;
  const question = {
    operation: 'CREATE' as const,
    resource: call.resource,
    subresource: info.subresource,
    namespace: info.namespace,
    name: info.name || (body.metadata.name ?? ''),
    kind,
    object: body,
    oldObject: undefined,
    options: admissionOptions(call, 'CreateOptions', options),
    dryRun: options.dryRun,
  };
  const admitted = ((await mutate(call, question)) ?? body) as T;
  return { body: admitted, admit: () => validate(call, { ...question, object: admitted }) };
}

/** Responds with the completed review in canonical form. */
export const answerReview = (call: ReviewCall, review: ApiObject): Response =>
  representObject(call, 201, canonical(review, call.resource.schema) as ApiObject);

const planOf = ({ info }: ReviewCall, resource: ServedResource, options: WriteOptions) => ({
  resource,
  subresource: info.subresource,
  namespace: info.namespace,
  name: info.name,
  verb: 'create' as const,
  options,
  propose: () => {
    throw new Error('a review is not stored');
  },
});
