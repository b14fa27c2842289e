import type { Dialect } from '../../../api/dialect.ts';
import type { EndpointSlice } from '../../../api/kinds/discovery-v1.generated.ts';
import { DISCOVERY_GROUP } from '../../../api/kubernetes-names.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { ResourceAddress } from '../../../client/resource-path.ts';
import { isNamespaceTerminating } from '../../workloads/pods/pod-control.ts';
import type { SliceChanges } from './pack-slices.ts';

export const slicesAddress = (dialect: Dialect): ResourceAddress => ({
  group: dialect.rename(DISCOVERY_GROUP),
  version: 'v1',
  resource: 'endpointslices',
});

export interface WriteOptions {
  readonly client: ApiClient;
  /** False when the owner is being deleted, because new slices would outlive it. */
  readonly mayCreate?: boolean;
  /** Called with the failed operation and the reason, before the error is thrown. */
  failed?(problem: string): void;
}

/** Writes changes of slices, and tracks those that an informer does not show yet. */
export class SliceWriter {
  readonly #address: ResourceAddress;
  /** Expected versions of slices by UID, by key of the owner; undefined for deleted slices. */
  readonly #expected = new Map<string, Map<string, number | undefined>>();

  constructor(dialect: Dialect) {
    this.#address = slicesAddress(dialect);
  }

  /** Reports whether the slices of an owner include all writes for it. */
  areCurrent(owner: string, slices: readonly EndpointSlice[]): boolean {
    const expected = this.#expected.get(owner);
    if (!expected) return true;
    const versions = new Map(slices.map(({ metadata }) => [metadata.uid, Number(metadata.resourceVersion)]));
    for (const [uid, version] of expected) {
      const held = versions.get(uid);
      if (version === undefined ? held !== undefined : held === undefined || held < version) return false;
    }
    this.#expected.delete(owner);
    return true;
  }

  forget(owner: string): void {
    this.#expected.delete(owner);
  }

  /** Stops expecting a slice that was deleted by someone else. */
  deleted(owner: string, { metadata }: EndpointSlice): void {
    this.#expected.get(owner)?.delete(metadata.uid ?? '');
  }

  /** Writes changes sequentially. */
  async write(owner: string, changes: SliceChanges, options: WriteOptions): Promise<void> {
    const { client, mayCreate = true } = options;
    const attempt = async <T>(what: string, act: () => Promise<T>): Promise<T> => {
      try {
        return await act();
      } catch (error) {
        if (error instanceof ApiError) options.failed?.(`failed to ${what} for Service ${owner}: ${error.message}`);
        throw error;
      }
    };
    for (const slice of mayCreate ? changes.create : [])
      if (!(await attempt('create EndpointSlice', () => this.#create(owner, slice, client)))) return;
    for (const slice of changes.update) {
      const { namespace = '', name = '' } = slice.metadata;
      const update = () => client.update({ ...this.#address, namespace, name }, slice);
      this.#expect(owner, await attempt(`update ${name} EndpointSlice`, update));
    }
    for (const slice of changes.remove)
      await attempt(`delete ${slice.metadata.name} EndpointSlice`, () => this.#remove(owner, slice, client));
  }

  /** Creates a slice. Returns false when the namespace is being deleted. */
  async #create(owner: string, slice: EndpointSlice, client: ApiClient): Promise<boolean> {
    try {
      const { namespace = '' } = slice.metadata;
      this.#expect(owner, await client.create({ ...this.#address, namespace }, slice));
      return true;
    } catch (error) {
      if (isNamespaceTerminating(error)) return false;
      throw error;
    }
  }

  async #remove(owner: string, { metadata }: EndpointSlice, client: ApiClient): Promise<void> {
    const { namespace = '', name = '', uid = '' } = metadata;
    try {
      await client.delete({ ...this.#address, namespace, name });
      this.#of(owner).set(uid, undefined);
    } catch (error) {
      if (!(error instanceof ApiError && error.isNotFound)) throw error;
    }
  }

  #expect(owner: string, { metadata }: EndpointSlice): void {
    this.#of(owner).set(metadata.uid ?? '', Number(metadata.resourceVersion));
  }

  #of(owner: string): Map<string, number | undefined> {
    const expected = this.#expected.get(owner) ?? new Map<string, number | undefined>();
    this.#expected.set(owner, expected);
    return expected;
  }
}
