// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectMeta } from './meta-v1.generated.ts';
import type { UserInfo } from './authentication-v1.generated.ts';

export interface SelfSubjectReview {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  status?: SelfSubjectReviewStatus | undefined;
}

export interface SelfSubjectReviewStatus {
  userInfo?: UserInfo | undefined;
}
