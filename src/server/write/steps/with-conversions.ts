import { writeJson } from '../../../api/encoding/exact-json.ts';
import { type ApiObject, asRecord } from '../../../api/object.ts';
import type { Steps } from '../../../api/steps.ts';
import type { MaybePromise } from '../../../api/when-ready.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import { inSlices, type Slices } from '../../objects/slices.ts';

/** Returns an object of a custom resource in another version. */
export type ConvertCustom = (object: object, apiVersion: string) => object;

type Outcome = { readonly object: ApiObject } | { readonly error: unknown };

/**
 * Runs synchronous work that needs objects of a custom resource in other versions, although a webhook converts them.
 * The work is abandoned at a conversion with an unknown outcome and repeated when the outcome is known, so it must have
 * no side effects.
 */
export async function withConversions<T>(
  resource: ServedResource,
  slices: Slices | undefined,
  work: (convert: ConvertCustom) => Steps<T>,
): Promise<T> {
  const outcomes = new Map<string, Outcome>();
  for (;;) {
    const needed: { key: string; object: ApiObject; apiVersion: string }[] = [];
    const convert: ConvertCustom = (object, apiVersion) => {
      const key = `${apiVersion} ${writeJson(object)}`;
      const outcome = outcomes.get(key);
      if (!outcome) {
        needed.push({ key, object: object as ApiObject, apiVersion });
        throw new Error(`the object must be converted to ${apiVersion} first`);
      }
      if ('error' in outcome) throw outcome.error;
      return outcome.object;
    };
    const finished = await attempt(() => inSlices(work(convert), slices));
    const [next] = needed;
    if (next) outcomes.set(next.key, await conversionOf(resource, next.object, next.apiVersion));
    else if ('error' in finished) throw finished.error;
    else return finished.value;
  }
}

async function attempt<T>(work: () => MaybePromise<T>): Promise<{ readonly value: T } | { readonly error: unknown }> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

async function conversionOf(
  { customStorage }: ServedResource,
  object: ApiObject,
  apiVersion: string,
): Promise<Outcome> {
  const converted = customStorage?.convert([object], apiVersion) ?? Promise.resolve([{ ...object, apiVersion }]);
  return converted.then(
    ([first]) => ({ object: asRecord(first ?? object) as unknown as ApiObject }),
    (error: unknown) => ({ error }),
  );
}
