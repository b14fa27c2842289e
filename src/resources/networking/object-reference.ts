import { isDns1123Subdomain, isValidPathSegmentName } from '../../api/names.ts';
import { checkMembers } from '../member-rules.ts';

/** Validates a reference by group, kind and name. */
export const validateObjectReference = checkMembers<{ apiGroup?: string | undefined; kind: string; name: string }>({
  apiGroup: { format: isDns1123Subdomain },
  kind: { notEmpty: 'kind is required', format: isValidPathSegmentName },
  name: { notEmpty: 'name is required', format: isValidPathSegmentName },
});
