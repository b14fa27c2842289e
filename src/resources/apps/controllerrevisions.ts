import { goJson } from '../../api/encoding/go-json.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';
import { type FieldError, required } from '../../api/field-error.ts';
import type { ControllerRevision } from '../../api/kinds/apps-v1.generated.ts';
import type { OwnerReference } from '../../api/kinds/meta-v1.generated.ts';
import { immutable, nonnegative } from '../field-validation.ts';
import { goBytes, goStruct } from '../go-text.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

const names = { group: 'apps', resource: 'controllerrevisions' };

export const controllerrevisions = resource<ControllerRevision>(names, {
  strategy: {
    validate,
    validateUpdate: (revision, live): FieldError[] => [
      ...validate(revision),
      ...immutable(revision.data, live.data, 'data', goRawData(revision.data)),
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

function validate({ data, revision }: ControllerRevision): FieldError[] {
  return [...(data == null ? [required('data', 'data is mandatory')] : []), ...nonnegative(revision, 'revision')];
}

const goRawData = (data: unknown) =>
  data == null
    ? null
    : goStruct('runtime.Unknown', {
        TypeMeta: goStruct('runtime.TypeMeta', { APIVersion: '', Kind: '' }),
        Raw: goBytes(utf8Bytes(goJson(data)), '[]uint8'),
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
