import type { Dialect } from '../../api/dialect.ts';
import { utf8Length } from '../../api/encoding/utf8.ts';
import { type FieldError, forbiddenField, invalid, required, tooLong } from '../../api/field-error.ts';
import type {
  VolumeAttachment,
  VolumeAttachmentSource,
  VolumeAttachmentStatus,
} from '../../api/kinds/storage-v1.generated.ts';
import { isDns1123Subdomain } from '../../api/names.ts';
import { goValue } from '../core/struct-difference/go-value.ts';
import { validateInlineVolume } from '../core/volume/persistent-volume-validation.ts';
import { validateDriverName } from '../core/volume/volume-sources.ts';
import { invalidFor } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { statusOnly } from '../status-subresource.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

const MAXIMUM_ERROR_LENGTH = 1024;
const MAXIMUM_METADATA_SIZE = 256 * 1024;

const facts = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'VolumeAttachment',
  resource: 'volumeattachments',
  namespaced: false,
  description: 'Requests that a volume be attached to a node.',
  subresources: { status: {} },
  twins: ['storage.k8s.io/v1beta1', 'storage.k8s.io/v1alpha1'],
  types: {
    VolumeAttachment: { spec: 'VolumeAttachmentSpec', 'status?': 'VolumeAttachmentStatus' },
    VolumeAttachmentSpec: { attacher: 'string', source: 'VolumeAttachmentSource', nodeName: 'string' },
    VolumeAttachmentStatus: {
      attached: 'bool',
      'attachmentMetadata?': 'map[string]string',
      'attachError?': '*VolumeError',
      'detachError?': '*VolumeError',
    },
    VolumeAttachmentSource: {
      'persistentVolumeName?': '*string',
      'inlineVolumeSpec?': '*core.v1.PersistentVolumeSpec',
    },
    VolumeError: { 'time?': 'meta.v1.Time', 'message?': 'string' },
  },
} satisfies KindFacts;

export const volumeattachments = resource<VolumeAttachment>(facts, {
  allowUnconditionalUpdate: false,
  deleteAnswersObject: true,
  strategy: {
    validate: validateAttachment,
    revalidate: (object, _live, context) => commonErrors(object, context),
    validateUpdate,
    subresources: {
      status: { ...statusOnly, validateUpdate },
    },
  },
  columns: [
    nameColumn(),
    {
      ...column<VolumeAttachment>(
        'Attacher',
        'string',
        'attacher indicates the name of the volume driver that MUST handle this request. This is the name returned by GetPluginName().',
        ({ spec }) => spec.attacher,
      ),
      format: 'name',
    },
    column(
      'PV',
      'string',
      'persistentVolumeName represents the name of the persistent volume to attach.',
      ({ spec }) => spec.source.persistentVolumeName ?? '',
    ),
    column(
      'Node',
      'string',
      'nodeName represents the node that the volume should be attached to.',
      ({ spec }) => spec.nodeName,
    ),
    column(
      'Attached',
      'boolean',
      'attached indicates the volume is successfully attached. This field must only be set by the entity completing the attach operation, i.e. the external-attacher.',
      ({ status }) => status?.attached ?? false,
    ),
    ageColumn(),
  ],
});

function validateUpdate(object: VolumeAttachment, live: VolumeAttachment, context: StrategyContext): FieldError[] {
  return [...commonErrors(object, context), ...validateSameSpec(object, live)];
}

/** Validates a new or updated object. Names are only checked on create. */
function validateAttachment(object: VolumeAttachment, context: StrategyContext): FieldError[] {
  const { attacher, source } = object.spec;
  const volume = source.persistentVolumeName;
  return [
    ...commonErrors(object, context),
    ...validateDriverName(attacher, 'spec.attacher'),
    ...(volume === undefined ? [] : invalidFor('spec.source.persistentVolumeName', volume, isDns1123Subdomain(volume))),
  ];
}

function commonErrors({ spec, status }: VolumeAttachment, { dialect }: StrategyContext): FieldError[] {
  const { attacher, nodeName, source } = spec;
  return [
    ...(attacher === '' ? [required('spec.attacher')] : []),
    ...validateSource(source, dialect),
    ...invalidFor('spec.nodeName', nodeName, isDns1123Subdomain(nodeName)),
    ...validateStatus(status),
  ];
}

function validateSource(
  { inlineVolumeSpec, persistentVolumeName }: VolumeAttachmentSource,
  dialect: Dialect,
): FieldError[] {
  const exactlyOne = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (!inlineVolumeSpec && persistentVolumeName === undefined) return [required('spec.source', exactlyOne)];
  if (inlineVolumeSpec && persistentVolumeName !== undefined) return [forbiddenField('spec.source', exactlyOne)];
  if (inlineVolumeSpec) return validateInlineVolume(inlineVolumeSpec, 'spec.source.inlineVolumeSpec', dialect);
  if (persistentVolumeName !== '') return [];
  return [required('spec.source.persistentVolumeName', 'must specify non empty persistentVolumeName')];
}

function validateStatus(status: VolumeAttachmentStatus | undefined): FieldError[] {
  const errors: FieldError[] = [];
  const metadata = Object.entries(status?.attachmentMetadata ?? {});
  if (utf8Length(metadata.flat().join('')) > MAXIMUM_METADATA_SIZE) {
    errors.push(tooLong('status.attachmentMetadata', metadata, MAXIMUM_METADATA_SIZE));
  }
  for (const member of ['attachError', 'detachError'] as const) {
    const message = status?.[member]?.message ?? '';
    if (utf8Length(message) > MAXIMUM_ERROR_LENGTH) {
      errors.push(tooLong(`status.${member}.message`, message, MAXIMUM_ERROR_LENGTH));
    }
  }
  return errors;
}

const validateSameSpec = ({ spec }: VolumeAttachment, live: VolumeAttachment): FieldError[] =>
  semanticallyEqual(spec, live.spec)
    ? []
    : [invalid('spec', goValue('storage.v1.VolumeAttachmentSpec', spec), 'field is immutable')];
