import type { Service } from './kinds/core-v1.generated.ts';

/**
 * Annotation of a Service that is backed by code in the cluster. It names a ConfigMap in the Service's namespace, which
 * holds a JavaScript module under `HANDLER_KEY`.
 *
 * For an AdmissionReview, the module's default function (which may be async) receives the `request` and returns its
 * decision: nothing or `true` to allow, `false` to deny, `{ object }` with the mutated object, or any of `allowed`,
 * `message`, `code`, `reason`, `warnings`, `auditAnnotations` and `patch` (JSON patch operations). A complete
 * AdmissionReview is returned unchanged. For a ConversionReview, it receives the `request` and returns the list of
 * converted objects, or `{ message }` to fail. For every other request it receives `{ method, path, query, headers,
 * body }` and returns `{ status, headers, body }`.
 */
export const LOCAL_SERVICE_ANNOTATION = 'tabplane.dev/local-service';

export const HANDLER_KEY = 'handler.js';

/** Reports whether a Service is backed by code in the cluster. */
export const isLocalService = ({ metadata }: Service): boolean =>
  metadata.annotations?.[LOCAL_SERVICE_ANNOTATION] !== undefined;
