import type { Endpoint } from '../call.ts';
import {
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectRulesReview,
  subjectAccessReview,
} from './access-reviews.ts';
import { selfSubjectReview, tokenReview } from './identity-reviews.ts';
import { tokenRequest } from './token-request.ts';

/** Questions that are asked by a create and answered at once: nothing is stored. */
export const reviewEndpoints: Readonly<Record<string, Endpoint>> = {
  'subjectaccessreviews create': subjectAccessReview,
  'localsubjectaccessreviews create': localSubjectAccessReview,
  'selfsubjectaccessreviews create': selfSubjectAccessReview,
  'selfsubjectrulesreviews create': selfSubjectRulesReview,
  'selfsubjectreviews create': selfSubjectReview,
  'tokenreviews create': tokenReview,
  'serviceaccounts/token create': tokenRequest,
};
