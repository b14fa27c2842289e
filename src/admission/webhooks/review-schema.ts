import type { Field, Schema, StructSchema } from '../../schema/schema.ts';

/** Schemas of AdmissionReview, which is not a resource and not part of the server's OpenAPI documents. */
const struct = (name: string, fields: Readonly<Record<string, Schema>>): StructSchema => ({
  kind: 'struct',
  name: `admission.v1.${name}`,
  mapType: 'granular',
  fields: new Map(Object.entries(fields).map(([key, schema]) => [key, field(schema)])),
});
const field = (schema: Schema): Field => ({ schema, required: false, empty: 'omitted' });
const scalar = (type: 'string' | 'boolean' | 'bytes' | 'int32'): Schema => ({ kind: 'scalar', type });
const ANY: Schema = { kind: 'any' };

const STATUS = struct('Status', {
  metadata: ANY,
  status: scalar('string'),
  message: scalar('string'),
  reason: scalar('string'),
  details: ANY,
  code: scalar('int32'),
});

/** The part of a review that a webhook sends. */
export const ADMISSION_REVIEW = struct('AdmissionReview', {
  request: ANY,
  response: struct('AdmissionResponse', {
    uid: scalar('string'),
    allowed: scalar('boolean'),
    status: STATUS,
    patch: scalar('bytes'),
    patchType: scalar('string'),
    auditAnnotations: { kind: 'map', mapType: 'granular', values: scalar('string') },
    warnings: { kind: 'list', listType: 'atomic', listMapKeys: [], items: scalar('string') },
  }),
});
