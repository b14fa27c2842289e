import { type Dialect, kubernetesDialect } from '../../src/api/dialect.ts';
import { fieldErrorText } from '../../src/api/field-error.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { parseServiceRanges } from '../../src/api/values/service-ranges.ts';
import type { ResourceBehavior, StrategyContext } from '../../src/resources/resource-definition.ts';

/** A context in which it is noon on the first day of 2026 and alice asks. */
export const strategyContext = (dialect: Dialect = kubernetesDialect): StrategyContext => ({
  dialect,
  clock: { now: () => Date.UTC(2026, 0, 1, 12), after: () => () => {} },
  random: { bytes: (count) => new Uint8Array(count) },
  user: { username: 'alice', uid: 'alice-uid', groups: ['dev'] },
  dryRun: false,
  reader: { get: async () => undefined, list: async () => [], revisionOf: () => 0 },
  serviceRanges: parseServiceRanges('10.96.0.0/16'),
  isClaimed: () => false,
});

const named = (object: object): ApiObject => {
  const { metadata, ...rest } = structuredClone(object) as Partial<ApiObject>;
  return {
    apiVersion: '',
    kind: '',
    ...rest,
    metadata: { name: 'one', namespace: 'shop', uid: 'one-uid', ...metadata },
  };
};

/** The object with its defaults, prepared for being created. */
async function prepared(behavior: ResourceBehavior, object: object, dialect?: Dialect): Promise<ApiObject> {
  const draft = named(object);
  behavior.strategy?.setDefaults?.(draft, strategyContext(dialect));
  await behavior.strategy?.prepareForCreate?.(draft, strategyContext(dialect));
  return draft;
}

/** The object as it would be stored. */
export async function created<T extends ApiObject>(behavior: ResourceBehavior, object: object, dialect?: Dialect) {
  const draft = await prepared(behavior, object, dialect);
  behavior.strategy?.canonicalize?.(draft);
  return draft as T;
}

/** What a new object is told. */
export async function createErrors(behavior: ResourceBehavior, object: object, dialect?: Dialect): Promise<string[]> {
  const draft = await prepared(behavior, object, dialect);
  return ((await behavior.strategy?.validate?.(draft, strategyContext(dialect))) ?? []).map(fieldErrorText);
}

/** What a change of a stored object is told. */
export async function updateErrors(behavior: ResourceBehavior, live: object, object: object, subresource?: string) {
  const stored = await created(behavior, live);
  const draft = named({ ...stored, ...object });
  const context = strategyContext();
  behavior.strategy?.setDefaults?.(draft, context);
  const strategy = subresource ? behavior.strategy?.subresources?.[subresource] : behavior.strategy;
  await strategy?.prepareForUpdate?.(draft, stored, context);
  return ((await strategy?.validateUpdate?.(draft, stored, context)) ?? []).map(fieldErrorText);
}

/** The row of an object in a table, by the names of the columns. */
export const rowOf = (behavior: ResourceBehavior, object: object): Record<string, unknown> =>
  Object.fromEntries(
    (behavior.columns ?? []).map(({ name, cell }) => [name, cell(named(object), Date.UTC(2026, 0, 1, 12))]),
  );
