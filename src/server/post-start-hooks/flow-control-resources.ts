import { FLOW_CONTROL_GROUP } from '../../api/kubernetes-names.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';

/** The flow schemas and the priority levels of a server, each in any served version. */
export class FlowControlResources {
  readonly schemas: ServedResource | undefined;
  readonly levels: ServedResource | undefined;
  readonly #server: ServerContext;

  constructor(server: ServerContext) {
    this.#server = server;
    const group = server.dialect.rename(FLOW_CONTROL_GROUP);
    this.schemas = server.resources.findAnyVersion(group, 'flowschemas');
    this.levels = server.resources.findAnyVersion(group, 'prioritylevelconfigurations');
  }

  /** Prefixes of the keys of both, as far as they are served. */
  get prefixes(): readonly string[] {
    return [this.schemas, this.levels].flatMap((resource) => resource?.keyPrefix ?? []);
  }

  /** Calls back after each commit that changes one of them. Returns a function that ends this. */
  onChange(listener: () => void): () => void {
    const { prefixes } = this;
    return this.#server.objects.storage.onCommit((changes) => {
      if (changes.some(({ key }) => prefixes.some((prefix) => key.startsWith(prefix)))) listener();
    });
  }
}
