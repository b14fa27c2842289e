import { type FieldError, invalid } from '../../../api/field-error.ts';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '../../../api/kinds/apiextensions-v1.generated.ts';
import { type ApiObject, asRecord } from '../../../api/object.ts';
import { evaluateRules, type RuleTree, ruleTree } from '../../../cel/rules/evaluate-rules.ts';
import { validateEmbeddedObjects } from '../../../resources/apiextensions/embedded-objects.ts';
import type { ResourceBehavior, Strategy } from '../../../resources/resource-definition.ts';
import { keepMetadata } from '../../../resources/status-subresource.ts';
import { validateListInvariants } from '../../../schema/structural/list-invariants.ts';
import type { StructuralSchema } from '../../../schema/structural/structural.ts';
import { fillDefaults, MAXIMUM_DEFAULTS } from '../../../schema/structural/structural-defaulting.ts';
import { validateStructure } from '../../../schema/structural/structural-validation.ts';
import type { ScalePaths } from '../served-resource.ts';
import { customColumns } from './custom-columns.ts';
import { validateScaleSpec, validateScaleStatus } from './custom-scale.ts';

/** Returns the behavior of the custom resources that one version of a definition declares. */
export function customBehavior(
  { spec }: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  structural: StructuralSchema,
  scale: ScalePaths | undefined,
): ResourceBehavior {
  const hasStatus = version.subresources?.status !== undefined;
  return {
    group: spec.group,
    resource: spec.names.plural,
    allowUnconditionalUpdate: false,
    unknownFieldLabelError: 'plain',
    columns: customColumns(version.additionalPrinterColumns),
    generation: (object) => withoutMetadata(object, hasStatus),
    strategy: strategyOf(structural, hasStatus, scale),
  };
}

function withoutMetadata(object: ApiObject, hasStatus: boolean): unknown {
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...rest } = asRecord(object);
  if (hasStatus) delete rest.status;
  return rest;
}

function strategyOf(structural: StructuralSchema, hasStatus: boolean, scale: ScalePaths | undefined): Strategy {
  const rules = ruleTree(structural, true);
  const validate = (object: ApiObject, live?: ApiObject): readonly FieldError[] =>
    withRules(rules, object, live, [
      ...validateStructure(object, structural),
      ...(scale ? [...validateScaleSpec(scale, object), ...validateScaleStatus(scale, object)] : []),
      ...validateEmbeddedObjects(object, structural, ''),
      ...listErrors(object, live, structural),
    ]);
  return {
    setDefaults: (draft) => fillDefaults(draft, structural, MAXIMUM_DEFAULTS),
    ...(hasStatus
      ? {
          prepareForCreate: dropStatus,
          prepareForUpdate: (draft: ApiObject, live: ApiObject) => {
            if (asRecord(live).status === undefined) dropStatus(draft);
          },
        }
      : {}),
    subresources: {
      status: {
        prepareForUpdate: keepAllButStatus,
        validateUpdate: (object, live) =>
          withRules(rules, object, live, [
            ...statusErrors(object, structural),
            ...(scale ? validateScaleStatus(scale, object) : []),
          ]),
      },
      scale: { validateUpdate: validate },
    },
    validate: (object) => validate(object),
    validateUpdate: validate,
  };
}

/** Errors that prevent rule evaluation, because the object does not have the shape that the rules expect. */
const BLOCKING: readonly string[] = [
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
];
const NOT_CHECKED =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';

/** Appends the errors of the validation rules to those found so far. */
function withRules(
  rules: RuleTree | undefined,
  object: ApiObject,
  live: ApiObject | undefined,
  errors: readonly FieldError[],
): readonly FieldError[] {
  if (!rules) return errors;
  if (errors.some(({ reason }) => BLOCKING.includes(reason))) return [...errors, invalid('<nil>', null, NOT_CHECKED)];
  return [...errors, ...evaluateRules(rules, object, live)];
}

/** Duplicates do not fail an update of an object that already had some. */
function listErrors(object: ApiObject, live: ApiObject | undefined, structural: StructuralSchema): FieldError[] {
  const errors = validateListInvariants(object, structural);
  return live && errors.length > 0 && validateListInvariants(live, structural).length > 0 ? [] : errors;
}

/** Validates only the status: rule paths start at `status`. */
function statusErrors(object: ApiObject, structural: StructuralSchema): FieldError[] {
  const schema = structural.properties.get('status');
  const value = asRecord(object).status;
  if (!schema || value === undefined) return [];
  return [...validateStructure(value, schema), ...validateListInvariants(value, schema, 'status')];
}

function dropStatus(draft: ApiObject): void {
  delete asRecord(draft).status;
}

function keepAllButStatus(draft: ApiObject, live: ApiObject): void {
  const [record, stored] = [asRecord(draft), asRecord(live)];
  for (const field of new Set([...Object.keys(record), ...Object.keys(stored)])) {
    if (field === 'metadata' || field === 'status') continue;
    if (stored[field] === undefined) delete record[field];
    else record[field] = structuredClone(stored[field]);
  }
  keepMetadata(draft, live);
}
