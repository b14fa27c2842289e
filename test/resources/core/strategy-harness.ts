import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { type FieldError, fieldErrorText } from '../../../src/api/field-error.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import { parseServiceRanges } from '../../../src/api/values/service-ranges.ts';
import type { ResourceBehavior, StrategyContext } from '../../../src/resources/resource-definition.ts';

/** Returns a context without a store. Other objects hold the names in `claimed`. */
export const contextWith = (claimed: readonly string[] = []): StrategyContext => ({
  dialect: kubernetesDialect,
  clock: { now: () => 0, after: () => () => {} },
  random: { bytes: (count) => new Uint8Array(count) },
  user: { username: 'admin' },
  dryRun: false,
  reader: {
    get: () => Promise.resolve(undefined),
    list: () => Promise.resolve([]),
    collectionOf: () => ({ revision: 0 }),
  },
  serviceRanges: parseServiceRanges('10.96.0.0/16'),
  isClaimed: (claim) => claimed.includes(claim),
});

/** Returns an object with defaults, as the write path prepares it for a create. */
export async function created<T extends ApiObject>(
  behavior: ResourceBehavior,
  body: Omit<T, 'apiVersion' | 'kind'>,
  context = contextWith(),
): Promise<T> {
  const draft = { apiVersion: 'v1', kind: 'Any', ...structuredClone(body) } as unknown as T;
  behavior.strategy?.setDefaults?.(draft, context);
  await behavior.strategy?.prepareForCreate?.(draft, context);
  return draft;
}

const texts = (errors: readonly FieldError[] | undefined): string[] => (errors ?? []).map(fieldErrorText);

export async function errorsOfNew<T extends ApiObject>(
  behavior: ResourceBehavior,
  body: Omit<T, 'apiVersion' | 'kind'>,
): Promise<string[]> {
  const context = contextWith();
  return texts(await behavior.strategy?.validate?.(await created<T>(behavior, body, context), context));
}

/** Returns the errors of an update, in which `change` modifies an object created from `body`. */
export async function errorsOfChange<T extends ApiObject>(
  behavior: ResourceBehavior,
  body: Omit<T, 'apiVersion' | 'kind'>,
  change: (draft: T) => void,
): Promise<string[]> {
  const context = contextWith();
  const live = await created<T>(behavior, body, context);
  const draft = structuredClone(live);
  change(draft);
  behavior.strategy?.setDefaults?.(draft, context);
  await behavior.strategy?.prepareForUpdate?.(draft, live, context);
  return texts(await behavior.strategy?.validateUpdate?.(draft, live, context));
}

export const warningsOfNew = async <T extends ApiObject>(
  behavior: ResourceBehavior,
  body: Omit<T, 'apiVersion' | 'kind'>,
): Promise<readonly string[]> => {
  const context = contextWith();
  return behavior.strategy?.warnings?.(await created<T>(behavior, body, context), undefined, context) ?? [];
};

/** Returns the cells of one row, by column name. */
export const cellsOf = (behavior: ResourceBehavior, object: ApiObject, now = 0): Record<string, unknown> =>
  Object.fromEntries((behavior.columns ?? []).map(({ name, cell }) => [name, cell(object, now)]));
