import { kubernetesName } from '../../api/dialect.ts';
import { API_REGISTRATION_GROUP } from '../../api/kubernetes-names.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import { createAsServer, deleteAsServer } from '../write/server-writes.ts';

const AUTOMANAGED_LABEL = kubernetesName('kube-aggregator.kubernetes.io/automanaged');

/** Keeps an APIService for every group and version of custom resources. */
export class LocalApiServices {
  readonly #server: ServerContext;
  readonly #services: ServedResource | undefined;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#services = server.resources.find(server.dialect.rename(API_REGISTRATION_GROUP), 'v1', 'apiservices');
  }

  async add({ group, version }: Pick<ServedResource, 'group' | 'version'>): Promise<void> {
    if (!this.#services) return;
    const labels = { [this.#server.dialect.rename(AUTOMANAGED_LABEL)]: 'true' };
    const spec = { group, version, groupPriorityMinimum: 1000, versionPriority: 100 };
    const service = { kind: 'APIService', apiVersion: '', metadata: { name: `${version}.${group}`, labels }, spec };
    await createAsServer(this.#server, this.#services, service);
  }

  /** Does nothing while another definition serves the version. */
  async remove({ group, version }: Pick<ServedResource, 'group' | 'version'>): Promise<void> {
    if (!this.#services || this.#server.resources.serves(group, version)) return;
    await deleteAsServer(this.#server, this.#services, { name: `${version}.${group}` });
  }
}
