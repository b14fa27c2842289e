import type { Dialect } from '../../../api/dialect.ts';
import { META_GROUP } from '../../../api/kubernetes-names.ts';
import type { Call } from '../../context/call.ts';

type OptionsKind = 'CreateOptions' | 'UpdateOptions';
type Options = Readonly<Record<string, unknown>>;

/** The most recently created options of a query. Cached, because requests share queries. */
interface KnownOptions {
  readonly dialect: Dialect;
  readonly dryRun: boolean;
  readonly options: Options;
}

const known: Readonly<Record<OptionsKind, WeakMap<URLSearchParams, KnownOptions>>> = {
  CreateOptions: new WeakMap(),
  UpdateOptions: new WeakMap(),
};

/** Returns the options of a create or update as plugins see them, frozen; a patch has UpdateOptions. */
export function admissionOptions({ server: { dialect }, url }: Call, kind: OptionsKind, dryRun: boolean): Options {
  const query = url.searchParams;
  const last = known[kind].get(query);
  if (last?.dialect === dialect && last.dryRun === dryRun) return last.options;
  const options = Object.freeze({
    kind,
    apiVersion: `${dialect.rename(META_GROUP)}/v1`,
    ...(dryRun ? { dryRun: ['All'] } : {}),
    ...parameter(query, 'fieldManager'),
    ...parameter(query, 'fieldValidation'),
  });
  known[kind].set(query, { dialect, dryRun, options });
  return options;
}

function parameter(query: URLSearchParams, name: string): Options {
  const value = query.get(name);
  return value ? { [name]: value } : {};
}
