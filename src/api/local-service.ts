/**
 * A local service is code kept in the cluster that answers for a Service: the Service names by this annotation a
 * ConfigMap of its namespace, and the ConfigMap holds a JavaScript module under the key below.
 *
 * The module's default function (it may be async) gets the `request` of an AdmissionReview and returns what it decides:
 * nothing or `true` to allow, `false` to refuse, `{ object }` with the object as it should become, or any of `allowed`,
 * `message`, `code`, `reason`, `warnings`, `auditAnnotations`, `patch` (operations of a JSON patch). A whole AdmissionReview is
 * answered as it is. For every other request it gets `{ method, path, query, headers, body }` and returns
 * `{ status, headers, body }`.
 */
export const LOCAL_SERVICE_ANNOTATION = 'tabplane.dev/local-service';

export const HANDLER_KEY = 'handler.js';
