import { utf8Length } from '../api/encoding/utf8.ts';
import { type FieldError, forbiddenField, invalid, quoted, required, tooLong, verbatim } from '../api/field-error.ts';
import type { ManagedFieldsEntry, ObjectMeta, OwnerReference } from '../api/kinds/meta-v1.generated.ts';
import { isQualifiedName, isValidLabelValue, nameIsDnsLabel, nameIsDnsSubdomain } from '../api/names.ts';
import { parseApiVersion } from '../api/object.ts';
import { onceValid } from './once-valid.ts';

/** How the metadata of a kind is validated. */
export interface ObjectMetaRules {
  readonly namespaced: boolean;
  /** Returns the errors of a name (`isPrefix`: of a generateName). Defaults to a DNS subdomain. */
  validateName?(name: string, isPrefix: boolean): readonly string[];
  /** The field path of the metadata. Defaults to `metadata`. */
  readonly path?: string;
  /** True for custom resources, whose finalizers without a domain need not be standard ones. */
  readonly anyFinalizer?: boolean;
}

/** The total size of all annotation keys and values, in bytes. */
const MAXIMUM_ANNOTATIONS_SIZE = 256 * 1024;
const MAXIMUM_FIELD_MANAGER_LENGTH = 128;
const MAXIMUM_SUBRESOURCE_LENGTH = 256;
const ORPHAN_FINALIZER = 'orphan';
const FOREGROUND_FINALIZER = 'foregroundDeletion';
const STANDARD_FINALIZERS: readonly string[] = ['kubernetes', ORPHAN_FINALIZER, FOREGROUND_FINALIZER];

const because = (field: string, value: unknown, messages: readonly string[]): FieldError[] =>
  messages.map((message) => invalid(field, value, message));

/**
 * Validates the metadata of a new or updated object (apimachinery's ValidateObjectMeta).
 * @param known the live metadata; unchanged parts are valid
 */
export function validateObjectMeta(metadata: ObjectMeta, rules: ObjectMetaRules, known?: ObjectMeta): FieldError[] {
  const { path = 'metadata', anyFinalizer = false } = rules;
  const { generation = 0, finalizers } = metadata;
  const isNamedAs = known && metadata.name === known.name && metadata.generateName === known.generateName;
  const negative = () => invalid(`${path}.generation`, generation, 'must be greater than or equal to 0');
  // Not spread into a call, because lists of errors may be too long for arguments.
  return joined(
    isNamedAs ? [] : nameErrors(metadata, rules, path),
    namespaceErrors(metadata.namespace ?? '', rules.namespaced, path),
    generation < 0 ? [negative()] : [],
    mapErrors(metadata, known, path),
    finalizers ? validateFinalizers(finalizers, `${path}.finalizers`) : [],
    managerErrors(metadata, known, path),
    finalizers && !anyFinalizer ? standardFinalizerErrors(finalizers, `${path}.finalizers`) : [],
  );
}

/** Joins lists of errors. Copies nothing if at most one is not empty. */
function joined(...lists: FieldError[][]): FieldError[] {
  let all: FieldError[] = [];
  for (const list of lists) if (list.length > 0) all = all.length > 0 ? all.concat(list) : list;
  return all;
}

/** Returns the errors of labels, annotations and owners that are not known to be valid. */
function mapErrors(
  { labels, annotations, ownerReferences }: ObjectMeta,
  known: ObjectMeta | undefined,
  path: string,
): FieldError[] {
  return joined(
    labels === known?.labels ? [] : validateLabels(labels, `${path}.labels`),
    annotations === known?.annotations ? [] : validateAnnotations(annotations, `${path}.annotations`),
    ownerReferences === known?.ownerReferences
      ? []
      : validateOwnerReferences(ownerReferences, `${path}.ownerReferences`),
  );
}

const managerErrors = ({ managedFields }: ObjectMeta, known: ObjectMeta | undefined, path: string): FieldError[] =>
  managedFields === known?.managedFields ? [] : validateManagedFields(managedFields, `${path}.managedFields`);

function nameErrors({ generateName = '', name = '' }: ObjectMeta, rules: ObjectMetaRules, path: string): FieldError[] {
  const validateName = rules.validateName ?? nameIsDnsSubdomain;
  const prefix = generateName ? because(`${path}.generateName`, generateName, validateName(generateName, true)) : [];
  const own = name
    ? because(`${path}.name`, name, validateName(name, false))
    : [required(`${path}.name`, 'name or generateName is required')];
  return [...prefix, ...own];
}

function namespaceErrors(namespace: string, namespaced: boolean, path: string): FieldError[] {
  const field = `${path}.namespace`;
  if (!namespaced) return namespace ? [forbiddenField(field, 'not allowed on this type')] : [];
  return namespace ? because(field, namespace, nameIsDnsLabel(namespace, false)) : [required(field)];
}

export const validateLabels = onceValid((labels: Readonly<Record<string, string>>, field) => {
  const errors: FieldError[] = [];
  for (const key of Object.keys(labels)) {
    const value = labels[key] ?? '';
    errors.push(...because(field, key, isQualifiedName(key)), ...because(field, value, isValidLabelValue(value)));
  }
  return errors;
});

export const validateAnnotations = onceValid((annotations: Readonly<Record<string, string>>, field) => {
  const entries = Object.entries(annotations);
  const size = entries.reduce((sum, [key, value]) => sum + utf8Length(key) + utf8Length(value), 0);
  return [
    ...entries.flatMap(([key]) => because(field, key, isQualifiedName(key.toLowerCase()))),
    ...(size > MAXIMUM_ANNOTATIONS_SIZE ? [tooLong(field, '', MAXIMUM_ANNOTATIONS_SIZE)] : []),
  ];
});

/** Validates the metadata of a template for objects: it may only have annotations and labels. */
export const validateTemplateMetadata = (metadata: ObjectMeta | undefined, field: string): FieldError[] => [
  ...validateAnnotations(metadata?.annotations, `${field}.annotations`),
  ...validateLabels(metadata?.labels, `${field}.labels`),
  ...Object.entries(metadata ?? {})
    .filter(([name, value]) => value && name !== 'annotations' && name !== 'labels')
    .map(([name]) => forbiddenField(`${field}.${name === 'uid' ? 'uID' : name}`, 'cannot be set')),
];

const pointerText = (value: boolean | undefined): string =>
  value === undefined || value === null ? '(*bool)(nil)' : '(*bool)(0xc000000000)';

const ownerText = ({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }: OwnerReference): string =>
  `v1.OwnerReference{APIVersion:${quoted(apiVersion ?? '')}, Kind:${quoted(kind ?? '')}, Name:${quoted(name ?? '')}, UID:${quoted(uid ?? '')}, ` +
  `Controller:${pointerText(controller)}, BlockOwnerDeletion:${pointerText(blockOwnerDeletion)}}`;

export const validateOwnerReferences = onceValid((references: readonly OwnerReference[], field) => {
  const errors: FieldError[] = [];
  let controller = '';
  for (const reference of references) {
    errors.push(...ownerReferenceErrors(reference, field));
    if (!reference.controller) continue;
    const name = `${reference.kind}/${reference.name}`;
    if (controller) {
      const all = verbatim(`[]v1.OwnerReference{${references.map(ownerText).join(', ')}}`);
      const found = `Found "true" in references for ${controller} and ${name}`;
      errors.push(invalid(field, all, `Only one reference can have Controller set to true. ${found}`));
    } else controller = name;
  }
  return errors;
});

function ownerReferenceErrors(reference: OwnerReference, field: string): FieldError[] {
  const { apiVersion = '', kind = '', name = '', uid = '' } = reference;
  const { group, version } =
    apiVersion.split('/').length > 2 ? { group: '', version: '' } : parseApiVersion(apiVersion);
  const missing = (member: string, value: string, what: string): FieldError =>
    invalid(`${field}.${member}`, value, `${what} must not be empty`);
  return [
    ...(version ? [] : [missing('apiVersion', apiVersion, 'version')]),
    ...(kind ? [] : [missing('kind', kind, 'kind')]),
    ...(name ? [] : [missing('name', name, 'name')]),
    ...(uid ? [] : [missing('uid', uid, 'uid')]),
    ...(group === '' && version === 'v1' && kind === 'Event'
      ? [invalid(field, verbatim(ownerText(reference)), '/v1, Kind=Event is disallowed from being an owner')]
      : []),
  ];
}

export function validateFinalizers(finalizers: readonly string[] | undefined, field: string): FieldError[] {
  const list = finalizers ?? [];
  const errors = list.flatMap((finalizer) => because(field, finalizer, isQualifiedName(finalizer)));
  if (list.includes(ORPHAN_FINALIZER) && list.includes(FOREGROUND_FINALIZER)) {
    errors.push(invalid(field, list, `finalizer ${ORPHAN_FINALIZER} and ${FOREGROUND_FINALIZER} cannot be both set`));
  }
  return errors;
}

/** Requires that finalizers without a domain are standard ones. */
export const standardFinalizerErrors = (finalizers: readonly string[], field: string): FieldError[] =>
  finalizers.flatMap((finalizer, index) =>
    finalizer.includes('/') || STANDARD_FINALIZERS.includes(finalizer)
      ? []
      : [
          invalid(
            `${field}[${index}]`,
            finalizer,
            'name is neither a standard finalizer name nor is it fully qualified',
          ),
        ],
  );

/** Matches field manager names of at most 128 printable ASCII characters, which are valid. */
const USUAL_MANAGER = /^[ -~]{0,128}$/;

/** Validates the name of a field manager: its length, then each character that is not printable. */
export function validateFieldManager(manager: string, field: string): FieldError[] {
  if (USUAL_MANAGER.test(manager)) return [];
  const errors =
    utf8Length(manager) > MAXIMUM_FIELD_MANAGER_LENGTH ? [tooLong(field, manager, MAXIMUM_FIELD_MANAGER_LENGTH)] : [];
  let position = 0;
  for (const character of manager) {
    if (!/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)) {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      errors.push(invalid(field, manager, `invalid character U+${code} (at position ${position})`));
    }
    position += utf8Length(character);
  }
  return errors;
}

export const validateManagedFields = onceValid((entries: readonly ManagedFieldsEntry[], field) =>
  entries.flatMap(({ operation = '', fieldsType = '', manager = '', subresource = '' }, index) => {
    const path = `${field}[${index}]`;
    const errors: FieldError[] = [];
    if (operation !== 'Apply' && operation !== 'Update')
      errors.push(invalid(`${path}.operation`, operation, 'must be `Apply` or `Update`'));
    if (fieldsType !== '' && fieldsType !== 'FieldsV1')
      errors.push(invalid(`${path}.fieldsType`, fieldsType, 'must be `FieldsV1`'));
    errors.push(...validateFieldManager(manager, `${path}.manager`));
    if (utf8Length(subresource) > MAXIMUM_SUBRESOURCE_LENGTH)
      errors.push(tooLong(`${path}.subresource`, subresource, MAXIMUM_SUBRESOURCE_LENGTH));
    return errors;
  }),
);

/** Formats a time like Go. */
const timeValue = (time: string | undefined) =>
  time ? verbatim(`${time.slice(0, 10)} ${time.slice(11, 19)} +0000 UTC`) : undefined;

/** Requires an unchanged field. `shown` is the value in the message. */
export const immutable = (field: string, value: unknown, old: unknown, shown: unknown = value): FieldError[] =>
  (value ?? '') === (old ?? '') ? [] : [invalid(field, shown, 'field is immutable')];

/**
 * Validates an update of metadata (apimachinery's ValidateObjectMetaUpdate). The real server calls it once for every
 * kind, and most kinds call it again, so their errors appear twice.
 */
export function validateObjectMetaUpdate(metadata: ObjectMeta, live: ObjectMeta, path = 'metadata'): FieldError[] {
  const { generation = 0 } = metadata;
  return [
    ...(live.deletionTimestamp ? newFinalizerErrors(metadata, live, `${path}.finalizers`) : []),
    ...(metadata.resourceVersion ? [] : [invalid(`${path}.resourceVersion`, '', 'must be specified for an update')]),
    ...(generation < (live.generation ?? 0)
      ? [invalid(`${path}.generation`, generation, 'must not be decremented')]
      : []),
    ...immutable(`${path}.name`, metadata.name, live.name),
    ...immutable(`${path}.namespace`, metadata.namespace, live.namespace),
    ...immutable(`${path}.uid`, metadata.uid, live.uid),
    ...immutableTime(`${path}.creationTimestamp`, metadata.creationTimestamp, live.creationTimestamp),
    ...immutableTime(`${path}.deletionTimestamp`, metadata.deletionTimestamp, live.deletionTimestamp),
    ...immutable(
      `${path}.deletionGracePeriodSeconds`,
      metadata.deletionGracePeriodSeconds,
      live.deletionGracePeriodSeconds,
    ),
    ...mapErrors(metadata, live, path),
    ...managerErrors(metadata, live, path),
  ];
}

const immutableTime = (field: string, time: string | undefined, old: string | undefined): FieldError[] =>
  time === old ? [] : immutable(field, time, old, timeValue(time));

function newFinalizerErrors(metadata: ObjectMeta, live: ObjectMeta, field: string): FieldError[] {
  const added = [...new Set(metadata.finalizers ?? [])].filter((name) => !live.finalizers?.includes(name)).sort();
  if (added.length === 0) return [];
  const found = `[]string{${added.map(quoted).join(', ')}}`;
  return [
    forbiddenField(
      field,
      `no new finalizers can be added if the object is being deleted, found new finalizers ${found}`,
    ),
  ];
}
