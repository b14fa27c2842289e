import type { KubernetesName } from '../../../api/dialect.ts';
import type { ApiObject } from '../../../api/object.ts';
import { canonical } from '../../../schema/canonical.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { serverOrigin } from '../../write/origins.ts';
import { asNew } from '../../write/server-writes.ts';
import { writeAsServer } from '../../write/write.ts';

interface OwnObject<T extends ApiObject> {
  readonly group: KubernetesName;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  /** Returns the wanted object without its kind; undefined when it needs no change. `live` is undefined when it is missing. */
  desired(live: T | undefined): Omit<T, 'apiVersion' | 'kind'> | undefined;
}

/**
 * Creates or updates an object that the server keeps about itself. Does nothing on a conflict or when the resource is
 * not served.
 */
export async function writeOwnObject<T extends ApiObject>(
  server: ServerContext,
  { group, resource: plural, namespace, name, desired }: OwnObject<T>,
): Promise<void> {
  const resource = server.resources.findAnyVersion(server.dialect.rename(group), plural);
  if (!resource) return;
  await writeAsServer({
    ...{ origin: serverOrigin(server), resource, subresource: '', namespace, name, dryRun: false },
    verb: 'update',
    propose(live) {
      const wanted = desired(live as T | undefined) as ApiObject | undefined;
      if (!wanted) return undefined;
      if (live) return canonical({ ...live, ...wanted }, resource.schema) as ApiObject;
      return asNew(resource, { ...wanted, metadata: { ...wanted.metadata, name, namespace } });
    },
  });
}
