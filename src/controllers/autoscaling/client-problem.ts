import type { ApiError } from '../../client/api-error.ts';

/** Returns client-go's message for an error response. `resource` names what was read: `pods.metrics.k8s.io`. */
export function clientProblem(error: ApiError, resource: string): string {
  if (error.reason !== '') return error.message;
  if (error.code === 404) return `the server could not find the requested resource (get ${resource})`;
  if (error.code === 503) return `the server is currently unable to handle the request (get ${resource})`;
  return error.message;
}
