import type { Dialect } from '../../api/dialect.ts';
import { type FieldError, invalid } from '../../api/field-error.ts';
import type { Namespace } from '../../api/kinds/core-v1.generated.ts';
import { NAMESPACE_NAME_LABEL } from '../../api/kubernetes-names.ts';
import { isQualifiedName, nameIsDnsLabel } from '../../api/names.ts';
import { invalidFor } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

const FINALIZER = 'kubernetes';
const STANDARD_FINALIZERS = [FINALIZER, 'orphan', 'foregroundDeletion'];

/** Adds the name as a label, so that selectors can match it. */
function labelWithName({ metadata }: Namespace, dialect: Dialect): void {
  if (!metadata.name) return;
  metadata.labels = { ...metadata.labels, [dialect.rename(NAMESPACE_NAME_LABEL)]: metadata.name };
}

function validateFinalizer(name: string, field: string): FieldError[] {
  const errors = invalidFor(field, name, isQualifiedName(name));
  if (name.includes('/') || STANDARD_FINALIZERS.includes(name)) return errors;
  return [...errors, invalid(field, name, 'name is neither a standard finalizer name nor is it fully qualified')];
}

const validate = ({ spec }: Namespace): FieldError[] =>
  (spec?.finalizers ?? []).flatMap((name) => validateFinalizer(name, 'spec.finalizers'));

/** Requires the phase that matches whether the namespace is being deleted. */
function validateStatus({ metadata, status }: Namespace): FieldError[] {
  const phase = status?.phase ?? '';
  const expected = metadata.deletionTimestamp ? 'Terminating' : 'Active';
  if (phase === expected) return [];
  const when = metadata.deletionTimestamp ? 'is not empty' : 'is empty';
  return [invalid('status.Phase', phase, `may only be '${expected}' if \`deletionTimestamp\` ${when}`)];
}

const facts = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  resource: 'namespaces',
  shortNames: ['ns'],
  namespaced: false,
  description: 'A scope for names, permissions and quotas.',
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  subresources: { finalize: { verbs: ['update'] }, status: {} },
  types: {
    Namespace: { 'spec?': 'NamespaceSpec', 'status?': 'NamespaceStatus' },
    NamespaceSpec: { 'finalizers?': '[]string as(FinalizerName)' },
    NamespaceStatus: { 'phase?': 'string as(NamespacePhase)', 'conditions?': '[]NamespaceCondition merge(type)' },
    NamespaceCondition: {
      type: 'string as(NamespaceConditionType)',
      status: 'string as(ConditionStatus)',
      'lastTransitionTime?': 'meta.v1.Time number(4)',
      'reason?': 'string number(5)',
      'message?': 'string number(6)',
    },
  },
} satisfies KindFacts;

function setStatusDefaults(draft: Namespace): void {
  draft.status ??= {};
  draft.status.phase ||= 'Active';
}

export const namespaces = resource<Namespace>(facts, {
  validateName: nameIsDnsLabel,
  deleteAnswersObject: true,
  unknownFieldLabelError: 'plain',
  selectableFields: {
    'status.phase': ({ status }) => status?.phase ?? '',
  },
  strategy: {
    setDefaults(draft, { dialect }) {
      labelWithName(draft, dialect);
      setStatusDefaults(draft);
    },
    prepareForCreate(draft, { dialect }) {
      labelWithName(draft, dialect);
      draft.status = { phase: 'Active' };
      const finalizers = draft.spec?.finalizers ?? [];
      draft.spec = { finalizers: finalizers.includes(FINALIZER) ? finalizers : [...finalizers, FINALIZER] };
    },
    prepareForUpdate(draft, live, { dialect }) {
      labelWithName(draft, dialect);
      draft.spec = { ...live.spec };
    },
    validate,
    subresources: {
      status: {
        setDefaults: setStatusDefaults,
        prepareForUpdate(draft, live) {
          draft.spec = { ...live.spec };
        },
        validateUpdate: validateStatus,
      },
      finalize: {
        resetFields: ['status'],
        prepareForUpdate(draft, live) {
          draft.status = { ...live.status };
        },
        validateUpdate: ({ spec }) =>
          (spec?.finalizers ?? []).flatMap((name, index) => validateFinalizer(name, `spec.finalizers[${index}]`)),
      },
    },
  },
  columns: [
    nameColumn(),
    column('Status', 'string', 'The status of the namespace', ({ status }) => status?.phase ?? ''),
    ageColumn(),
  ],
});
