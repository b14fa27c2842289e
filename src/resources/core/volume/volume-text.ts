import type { Dialect } from '../../../api/dialect.ts';
import { STORAGE_CLASS_ANNOTATION } from '../../../api/kubernetes-names.ts';
import type { ApiObject } from '../../../api/object.ts';

const CLASS_ANNOTATION_PATTERN = /^volume\.beta\.(?:kubernetes|cluster)\.io\/storage-class$/;

interface Classified extends ApiObject {
  spec?: { storageClassName?: string | undefined } | undefined;
}

/** Returns the class of a claim or volume. The old annotation takes precedence over the field. */
export function storageClassOf({ metadata, spec }: Classified): string {
  const annotation = Object.entries(metadata.annotations ?? {}).find(([key]) => CLASS_ANNOTATION_PATTERN.test(key));
  return annotation?.[1] ?? spec?.storageClassName ?? '';
}

export function storageClassWarnings({ metadata }: ApiObject, dialect: Dialect): string[] {
  const key = dialect.rename(STORAGE_CLASS_ANNOTATION);
  return metadata.annotations && Object.hasOwn(metadata.annotations, key)
    ? [`metadata.annotations[${key}]: deprecated since v1.8; use "storageClassName" attribute instead`]
    : [];
}
