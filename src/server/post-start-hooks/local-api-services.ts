import { kubernetesName } from '../../api/dialect.ts';
import { API_REGISTRATION_GROUP } from '../../api/kubernetes-names.ts';
import { keyOf, type ServedResource } from '../catalog/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import { newObject } from '../write/object-writer.ts';

const AUTOMANAGED_LABEL = kubernetesName('kube-aggregator.kubernetes.io/automanaged');

/** Keeps an APIService for every group and version that custom resource definitions serve. */
export class LocalApiServices {
  readonly #server: ServerContext;
  readonly #services: ServedResource | undefined;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#services = server.resources.find(server.dialect.rename(API_REGISTRATION_GROUP), 'v1', 'apiservices');
  }

  async add({ group, version }: Pick<ServedResource, 'group' | 'version'>): Promise<void> {
    const { objects, dialect } = this.#server;
    if (!this.#services) return;
    const name = `${version}.${group}`;
    const key = keyOf(this.#services, '', name);
    if (await objects.get(key)) return;
    const labels = { [dialect.rename(AUTOMANAGED_LABEL)]: 'true' };
    const spec = { group, version, groupPriorityMinimum: 1000, versionPriority: 100 };
    const service = { kind: 'APIService', apiVersion: '', metadata: { name, labels }, spec };
    await objects.create(key, await newObject(this.#server, this.#services, service), []);
  }

  /** Does nothing while another definition serves the version. */
  async remove({ group, version }: Pick<ServedResource, 'group' | 'version'>): Promise<void> {
    const { objects, resources } = this.#server;
    if (!this.#services || resources.serves(group, version)) return;
    const key = keyOf(this.#services, '', `${version}.${group}`);
    const stored = await objects.get(key);
    if (stored) await objects.remove(key, stored.revision, []);
  }
}
