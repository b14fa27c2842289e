import type { Endpoint } from '../../context/call.ts';
import {
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectRulesReview,
  subjectAccessReview,
} from './access-reviews.ts';
import { selfSubjectReview, tokenReview } from './identity-reviews.ts';
import { tokenRequest } from './token-request.ts';

/** Resources whose create is answered without storing anything. */
export const reviewEndpoints: Readonly<Record<string, Endpoint>> = {
  'subjectaccessreviews.authorization.k8s.io create': subjectAccessReview,
  'localsubjectaccessreviews.authorization.k8s.io create': localSubjectAccessReview,
  'selfsubjectaccessreviews.authorization.k8s.io create': selfSubjectAccessReview,
  'selfsubjectrulesreviews.authorization.k8s.io create': selfSubjectRulesReview,
  'selfsubjectreviews.authentication.k8s.io create': selfSubjectReview,
  'tokenreviews.authentication.k8s.io create': tokenReview,
  'serviceaccounts/token create': tokenRequest,
};
