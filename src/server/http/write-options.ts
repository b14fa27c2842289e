import type { Dialect } from '../../api/dialect.ts';
import { type FieldError, forbiddenField, notSupported, quoted, required, verbatim } from '../../api/field-error.ts';
import { META_GROUP } from '../../api/kubernetes-names.ts';
import { invalidObject } from '../../api/status.ts';
import { validateFieldManager } from '../../resources/object-meta.ts';
import { isTrue } from './query-parameter.ts';

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** The query of a create, update or patch. */
export interface WriteOptions {
  readonly dryRun: boolean;
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
  /** Only for apply patches. */
  readonly force: boolean;
}

const FIELD_VALIDATIONS = ['', 'Ignore', 'Strict', 'Warn'];

type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions';

/** The most recently parsed options of a query. Cached, because requests share queries. */
interface KnownOptions {
  readonly optionsKind: OptionsKind;
  readonly dialect: Dialect;
  readonly isApply: boolean;
  readonly options: WriteOptions;
}

const known = new WeakMap<URLSearchParams, KnownOptions>();

/** Parses and validates the query of a write. Reports all errors together. */
export function readWriteOptions(
  query: URLSearchParams,
  optionsKind: OptionsKind,
  dialect: Dialect,
  isApply = false,
): WriteOptions {
  const last = known.get(query);
  if (last?.optionsKind === optionsKind && last.dialect === dialect && last.isApply === isApply) return last.options;
  const options = parseWriteOptions(query, optionsKind, dialect, isApply);
  known.set(query, { optionsKind, dialect, isApply, options });
  return options;
}

function parseWriteOptions(
  query: URLSearchParams,
  optionsKind: OptionsKind,
  dialect: Dialect,
  isApply: boolean,
): WriteOptions {
  const dryRun = dryRunValues(query, dialect);
  const fieldManager = query.get('fieldManager') ?? '';
  const fieldValidation = query.get('fieldValidation') ?? '';
  const errors: FieldError[] = [];
  if (optionsKind === 'PatchOptions') {
    if (isApply && fieldManager === '') errors.push(required('fieldManager', 'is required for apply patch'));
    if (!isApply && query.has('force'))
      errors.push(forbiddenField('force', 'may not be specified for non-apply patch'));
  }
  errors.push(...validateFieldManager(fieldManager, 'fieldManager'), ...dryRunErrors(dryRun));
  if (!FIELD_VALIDATIONS.includes(fieldValidation))
    errors.push(notSupported('fieldValidation', fieldValidation, FIELD_VALIDATIONS));
  if (errors.length) throw invalidObject({ group: dialect.rename(META_GROUP), kind: optionsKind }, '', errors);
  return {
    dryRun: dryRun.length > 0,
    fieldManager,
    fieldValidation: fieldValidation === '' ? 'Warn' : (fieldValidation as FieldValidation),
    force: isApply && isTrue(query.get('force')),
  };
}

/**
 * Returns the effective values. `?dryRun` without a value is unset in the specification and an error on the real
 * server.
 */
export function dryRunValues(query: URLSearchParams, dialect: Dialect): string[] {
  const values = query.getAll('dryRun');
  return dialect.follows('dry-run-without-value-is-unset') ? values.filter((value) => value !== '') : values;
}

export function dryRunErrors(values: readonly string[]): FieldError[] {
  if (values.every((value) => value === 'All')) return [];
  return [notSupported('dryRun', verbatim(`[]string{${values.map(quoted).join(', ')}}`), ['All'])];
}
