import { writeJson } from '../../api/encoding/exact-json.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';
import { type FieldError, required } from '../../api/field-error.ts';
import type { ControllerRevision } from '../../api/kinds/apps-v1.generated.ts';
import type { OwnerReference } from '../../api/kinds/meta-v1.generated.ts';
import { immutable, nonnegative } from '../field-validation.ts';
import { goBytes, goStruct } from '../go-text.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

export const controllerrevisions = resource<ControllerRevision>({
  group: 'apps',
  resource: 'controllerrevisions',
  strategy: {
    validate: ({ data, revision }) => [
      ...(data == null ? [required('data', 'data is mandatory')] : []),
      ...nonnegative(revision, 'revision'),
    ],
    validateUpdate: ({ data, revision }, live): FieldError[] => [
      ...nonnegative(revision, 'revision'),
      ...immutable(data, live.data, 'data', goRawData(data)),
    ],
  },
  columns: [
    nameColumn(),
    column('Controller', 'string', 'Controller of the object', ({ metadata }) => controllerText(metadata)),
    column(
      'Revision',
      'string',
      'revision indicates the revision of the state represented by Data.',
      ({ revision }) => revision,
    ),
    ageColumn(),
  ],
});

const goRawData = (data: unknown) =>
  goStruct('runtime.Unknown', {
    TypeMeta: goStruct('runtime.TypeMeta', { APIVersion: '', Kind: '' }),
    Raw: goBytes(utf8Bytes(writeJson(data ?? null)), '[]uint8'),
    ContentEncoding: '',
    ContentType: 'application/json',
  });

/** Returns `statefulset.apps/web`. */
function controllerText({ ownerReferences }: { ownerReferences?: OwnerReference[] | undefined }): string {
  const owner = ownerReferences?.find(({ controller }) => controller);
  if (!owner) return '<none>';
  const [group, version] = owner.apiVersion.split('/');
  const kind = owner.kind.toLowerCase();
  return `${version === undefined ? kind : `${kind}.${group}`}/${owner.name}`;
}
