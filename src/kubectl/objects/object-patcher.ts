import type { Dialect } from '../../api/dialect.ts';
import type { ApiObject, GroupVersionKind } from '../../api/object.ts';
import type { ApiClient, WriteOptions } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import type { ResourceAddress } from '../../client/resource-path.ts';
import { kindSchema, type Schemas, schemasOf } from '../explanation/schema-fields.ts';
import { type MergeRules, mergeRules } from './merge-rules.ts';
import { isCustom } from './resource-types.ts';
import { threeWayPatch } from './three-way-patch.ts';

/** The states of an object that decide on a patch. Fields that only the original has are removed. */
export interface PatchedStates {
  readonly original: object;
  readonly modified: object;
  /** The object as it is stored. */
  readonly current: object;
}

const UNSUPPORTED_TYPE = 415;

/**
 * Sends the changes of objects: as strategic merge patches by the rules of their schemas, and as merge patches, which
 * replace lists, to custom resources and where the server has no schema or accepts no other. Reads each schema once.
 */
export class ObjectPatcher {
  readonly #client: Pick<ApiClient, 'request' | 'patch'>;
  readonly #dialect: Dialect;
  readonly #schemas = new Map<string, Promise<Schemas>>();

  constructor(client: Pick<ApiClient, 'request' | 'patch'>, dialect: Dialect) {
    this.#client = client;
    this.#dialect = dialect;
  }

  /** Returns the patched object; undefined when nothing differs, so that nothing is sent. @throws ApiError */
  async patch<T extends ApiObject>(
    kind: GroupVersionKind,
    address: ResourceAddress,
    { original, modified, current }: PatchedStates,
    options: WriteOptions,
  ): Promise<T | undefined> {
    const patchBy = (rules: MergeRules | undefined) =>
      threeWayPatch(...([original, modified, current] as [Plain, Plain, Plain]), rules);
    const merge = patchBy(undefined);
    if (Object.keys(merge).length === 0) return undefined;
    const rules = await this.#rulesOf(kind);
    const strategic = rules && patchBy(rules);
    if (strategic && Object.keys(strategic).length === 0) return undefined;
    if (!strategic) return this.#client.patch<T>(address, 'merge', merge, options);
    return this.#client.patch<T>(address, 'strategic', strategic, options).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== UNSUPPORTED_TYPE) throw error;
      return this.#client.patch<T>(address, 'merge', merge, options);
    });
  }

  async #rulesOf(kind: GroupVersionKind): Promise<MergeRules | undefined> {
    if (isCustom(kind, this.#dialect)) return undefined;
    const schemas = await this.#schemasOf(kind);
    const root = kindSchema(schemas, kind);
    return root && mergeRules(schemas, root, this.#dialect);
  }

  #schemasOf({ group, version }: GroupVersionKind): Promise<Schemas> {
    const key = `${group}/${version}`;
    const reading = this.#schemas.get(key) ?? schemasOf(this.#client, group, version).catch(noSchemas);
    this.#schemas.set(key, reading);
    return reading;
  }
}

type Plain = Record<string, unknown>;

/** Not everyone may read the documents. */
function noSchemas(error: unknown): Schemas {
  if (error instanceof ApiError) return {};
  throw error;
}
