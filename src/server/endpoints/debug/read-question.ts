import { DEBUG_GROUP, DEBUG_VERSION } from '../../../api/debug/access-explanation.ts';
import type { FieldError } from '../../../api/field-error.ts';
import type { SubjectAccessReview, SubjectAccessReviewSpec } from '../../../api/kinds/authorization-v1.generated.ts';
import { AUTHORIZATION_GROUP } from '../../../api/kubernetes-names.ts';
import { invalidObject, resourceNotFound } from '../../../api/status.ts';
import type { Call } from '../../context/call.ts';
import { decodeRequestBody } from '../../http/decode-request-body.ts';
import { userErrors } from '../reviews/access-reviews.ts';

/**
 * Reads the spec of a request, whose body has the schema of a SubjectAccessReview under another name.
 * @param errorsOf returns further validation errors
 * @throws StatusError 400 or 422
 */
export async function readQuestion(
  call: Call,
  kindName: string,
  errorsOf: (spec: SubjectAccessReviewSpec) => readonly FieldError[],
): Promise<SubjectAccessReviewSpec> {
  const { resources, dialect } = call.server;
  const review = resources.findAnyVersion(dialect.rename(AUTHORIZATION_GROUP), 'subjectaccessreviews');
  if (!review) throw resourceNotFound();
  const kind = { group: DEBUG_GROUP, version: DEBUG_VERSION, kind: kindName };
  const options = { resource: review, schema: review.schema, kind, fieldValidation: 'Strict' } as const;
  const { spec } = (await decodeRequestBody(call, options)) as SubjectAccessReview;
  const errors = [...errorsOf(spec), ...userErrors(spec)];
  if (errors.length > 0) throw invalidObject(kind, '', errors);
  return spec;
}
