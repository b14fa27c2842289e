import type { Dialect } from '../../api/dialect.ts';
import { duplicate, type FieldError, forbiddenField, invalid, required } from '../../api/field-error.ts';
import type { LimitRange, LimitRangeItem } from '../../api/kinds/core-v1.generated.ts';
import { isQualifiedName } from '../../api/names.ts';
import {
  compareQuantities,
  parseQuantity,
  type Quantity,
  quantityText,
  thousandths,
} from '../../api/values/quantity.ts';
import { invalidFor } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { allowsOvercommit, validateContainerResourceName, validateResourceName } from './quantities/resource-names.ts';
import { amountOf, roundResourceList, withAmountsOf } from './quantities/resource-quantities.ts';
import { goQuantity } from './volume/claim-spec.ts';

const TYPES = ['Pod', 'Container', 'PersistentVolumeClaim'];
const LISTS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;
type ListName = (typeof LISTS)[number];
const ONE = parseQuantity('1');

/** Sets the defaults for containers: max is the default limit, and the default limit or min is the default request. */
function setDefaults(limit: LimitRangeItem): void {
  for (const name of LISTS) roundResourceList(limit[name]);
  if (limit.type !== 'Container') return;
  limit.default = withAmountsOf(limit.max, limit.default);
  limit.defaultRequest = withAmountsOf(limit.min, withAmountsOf(limit.default, limit.defaultRequest));
}

/** Drops an empty list, which is stored as absent. */
function keepNoEmptyList({ spec }: LimitRange): void {
  if (spec?.limits?.length === 0) spec.limits = null;
}

function validateType(type: string, field: string): FieldError[] {
  const errors = invalidFor(field, type, isQualifiedName(type));
  if (errors.length || type.includes('/') || TYPES.includes(type)) return errors;
  return [invalid(field, type, 'must be a standard limit type or fully qualified')];
}

function validateItem(limit: LimitRangeItem, field: string, dialect: Dialect): FieldError[] {
  const isOfPods = limit.type === 'Pod';
  const validateName = (name: string, path: string) =>
    isOfPods || limit.type === 'Container'
      ? validateContainerResourceName(name, path, dialect)
      : validateResourceName(name, path);
  const errors = LISTS.flatMap((list) => {
    const found: FieldError[] = [];
    if (
      list === 'maxLimitRequestRatio' &&
      limit.type === 'PersistentVolumeClaim' &&
      !limit.min?.storage &&
      !limit.max?.storage
    ) {
      const detail = 'either minimum or maximum storage value is required, but neither was provided';
      found.push(required(`${field}.limits`, detail));
    }
    const names = Object.keys(limit[list] ?? {});
    if (isOfPods && (list === 'default' || list === 'defaultRequest')) {
      if (names.length) found.push(forbiddenField(`${field}.${list}`, "may not be specified when `type` is 'Pod'"));
      return found;
    }
    return [...found, ...names.flatMap((name) => validateName(name, `${field}.${list}[${name}]`))];
  });
  const names = new Set(LISTS.flatMap((list) => Object.keys(limit[list] ?? {})));
  return [...errors, ...[...names].sort().flatMap((name) => validateOrder(limit, name, field, dialect))];
}

/** Requires min ≤ default request ≤ default ≤ max, and ratios that can be satisfied. */
function validateOrder(limit: LimitRangeItem, name: string, field: string, dialect: Dialect): FieldError[] {
  const isOfPods = limit.type === 'Pod';
  const [min, max, ratio] = [limit.min, limit.max, limit.maxLimitRequestRatio].map((list) => amountOf(list, name));
  const [standard, request] = isOfPods ? [] : [amountOf(limit.default, name), amountOf(limit.defaultRequest, name)];
  const path = (list: ListName) => `${field}.${list}[${name}]`;
  const tooGreat = (
    low: readonly [string, Quantity | undefined],
    high: readonly [string, Quantity | undefined],
    list: ListName,
    shown: Quantity | undefined,
  ): FieldError[] =>
    low[1] && high[1] && shown && compareQuantities(low[1], high[1]) > 0
      ? [
          invalid(
            path(list),
            goQuantity(shown),
            `${low[0]} ${quantityText(low[1])} is greater than ${high[0]} ${quantityText(high[1])}`,
          ),
        ]
      : [];
  const errors = [
    ...tooGreat(['min value', min], ['max value', max], 'min', min),
    ...tooGreat(['min value', min], ['default request value', request], 'defaultRequest', request),
    ...tooGreat(['default request value', request], ['max value', max], 'defaultRequest', request),
    ...tooGreat(['default request value', request], ['default limit value', standard], 'defaultRequest', request),
    ...tooGreat(['min value', min], ['default value', standard], 'default', min),
    ...tooGreat(['default value', standard], ['max value', max], 'default', max),
  ];
  if (ratio) errors.push(...validateRatio(ratio, min, max, path('maxLimitRequestRatio')));
  if (standard && request && !allowsOvercommit(name, dialect) && compareQuantities(standard, request) !== 0) {
    const detail = `default value ${quantityText(standard)} must equal to defaultRequest value ${quantityText(request)} in ${name}`;
    errors.push(invalid(path('defaultRequest'), goQuantity(request), detail));
  }
  return errors;
}

function validateRatio(
  ratio: Quantity,
  min: Quantity | undefined,
  max: Quantity | undefined,
  field: string,
): FieldError[] {
  const errors =
    compareQuantities(ratio, ONE) < 0
      ? [invalid(field, goQuantity(ratio), `ratio ${quantityText(ratio)} is less than 1`)]
      : [];
  const greatest = min && max ? thousandths(max) / thousandths(min) : undefined;
  if (greatest === undefined || thousandths(ratio) / 1000 <= greatest) return errors;
  const detail = `ratio ${quantityText(ratio)} is greater than max/min = ${greatest.toFixed(6)}`;
  return [...errors, invalid(field, goQuantity(ratio), detail)];
}

const facts = {
  group: '',
  version: 'v1',
  kind: 'LimitRange',
  resource: 'limitranges',
  shortNames: ['limits'],
  namespaced: true,
  description: 'Limits and defaults for the resources of each pod, container or claim in a namespace.',
  types: {
    LimitRange: { 'spec?': 'LimitRangeSpec' },
    LimitRangeSpec: { limits: '[]LimitRangeItem' },
    LimitRangeItem: {
      type: 'string as(LimitType)',
      'max?': 'map[string]api.resource.Quantity',
      'min?': 'map[string]api.resource.Quantity',
      'default?': 'map[string]api.resource.Quantity',
      'defaultRequest?': 'map[string]api.resource.Quantity',
      'maxLimitRequestRatio?': 'map[string]api.resource.Quantity',
    },
  },
} satisfies KindFacts;

export const limitranges = resource<LimitRange>(facts, {
  allowCreateOnUpdate: true,
  strategy: {
    setDefaults({ spec }) {
      for (const limit of spec?.limits ?? []) setDefaults(limit);
    },
    prepareForCreate: keepNoEmptyList,
    prepareForUpdate: keepNoEmptyList,
    validate({ spec }, { dialect }) {
      const types = new Set<string>();
      return (spec?.limits ?? []).flatMap((limit, index) => {
        const field = `spec.limits[${index}]`;
        const errors = validateType(limit.type, `${field}.type`);
        if (types.has(limit.type)) errors.push(duplicate(`${field}.type`, limit.type));
        types.add(limit.type);
        return [...errors, ...validateItem(limit, field, dialect)];
      });
    },
  },
});
