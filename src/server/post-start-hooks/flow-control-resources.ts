import { FLOW_CONTROL_GROUP } from '../../api/kubernetes-names.ts';
import type { ServerContext } from '../context/server-context.ts';
import { FollowedCollection } from '../objects/followed-collection.ts';

/** The flow schemas and the priority levels of a server, in the stored version. */
export class FlowControlResources {
  readonly schemas: FollowedCollection;
  readonly levels: FollowedCollection;

  /** `changed` is called after each commit that changes one of them, once they are followed. */
  constructor({ resources, dialect, objects }: ServerContext, changed: () => void) {
    const group = dialect.rename(FLOW_CONTROL_GROUP);
    const collectionOf = (plural: string) =>
      new FollowedCollection({ objects, changed, prefix: resources.findAnyVersion(group, plural)?.keyPrefix });
    this.schemas = collectionOf('flowschemas');
    this.levels = collectionOf('prioritylevelconfigurations');
  }

  /** Key prefixes of the resources that are served. */
  get prefixes(): readonly string[] {
    return [this.schemas, this.levels].flatMap(({ prefix }) => prefix ?? []);
  }

  async start(): Promise<void> {
    await Promise.all([this.schemas.start(), this.levels.start()]);
  }

  close(): void {
    this.schemas.close();
    this.levels.close();
  }
}
