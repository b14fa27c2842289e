import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import type { ApiObject } from '../../../api/object.ts';
import { finish } from '../../../api/steps.ts';
import type { MaybePromise } from '../../../api/when-ready.ts';
import { canonical } from '../../../schema/canonical.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Endpoint } from '../../context/call.ts';
import { decodeRequestBody, readCreateOptions } from '../../http/decode-request-body.ts';
import { representObject } from '../../http/representation.ts';
import { admissionOptions } from '../../write/admission/admission-options.ts';
import { admitBody } from '../../write/admission/admit-body.ts';
import { dedupeOwnerReferences } from '../../write/bodies/dedupe-owner-references.ts';
import { takeNamespace } from '../../write/bodies/take-identity.ts';
import { wipeSystemFields } from '../../write/bodies/wipe-system-fields.ts';
import { clientOrigin } from '../../write/origins.ts';
import { managedFieldsOf } from '../../write/steps/track-managers.ts';

type ReviewCall = Parameters<Endpoint>[0];

export interface ReviewBody<T> {
  readonly body: T;
  /** Runs validating admission. Call it once the body has passed validation. */
  admit(): Promise<void>;
}

/**
 * Reads the body of a review, tracks its managers and runs mutating admission, as for a create.
 * @param reviewed the type of the body, when it is not the resource of the path (a TokenRequest)
 */
export async function readReview<T extends ApiObject>(
  call: ReviewCall,
  { reviewed = call.resource, setDefaults }: { reviewed?: ServedResource; setDefaults?: (body: T) => void } = {},
): Promise<ReviewBody<T>> {
  const { info } = call;
  const { subresource, namespace } = info;
  const options = readCreateOptions(call);
  const { fieldValidation, fieldManager, dryRun } = options;
  const kind = { group: reviewed.group, version: reviewed.version, kind: reviewed.kind };
  const decoded = await decodeRequestBody(call, { resource: reviewed, schema: reviewed.schema, kind, fieldValidation });
  const sent = decoded as T;
  wipeSystemFields(sent);
  takeNamespace(call.resource, sent, namespace);
  call.warnings.push(...dedupeOwnerReferences(sent, false));
  setDefaults?.(sent);
  const origin = clientOrigin(call, fieldManager);
  const managedFields = finish(managedFieldsOf({ origin, resource: reviewed, subresource }, undefined, sent));
  if (managedFields?.length) sent.metadata.managedFields = managedFields;
  const { body, validate } = await admitBody(call, {
    ...{ operation: 'CREATE', resource: call.resource, subresource, namespace, kind, object: sent, dryRun },
    name: info.name || (sent.metadata.name ?? ''),
    options: admissionOptions(call, 'CreateOptions', dryRun),
  });
  return { body, admit: validate };
}

/** Answers with the review in the server's form. */
export const answerReview = (call: ReviewCall, review: ApiObject): MaybePromise<ApiResponse> =>
  representObject(call, 201, canonical(review, call.resource.schema) as ApiObject);
