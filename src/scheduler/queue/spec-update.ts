import { writeJson } from '../../api/encoding/exact-json.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';

/** Reports whether pods differ in more than their status, versions and managed fields. */
export const isSpecUpdate = (before: Pod, after: Pod): boolean => essence(before) !== essence(after);

function essence({ metadata, spec }: Pod): string {
  const { resourceVersion: _version, generation: _generation, managedFields: _fields, ...rest } = metadata;
  return writeJson([rest, spec]);
}
