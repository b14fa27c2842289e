import { createAdmissionChain } from '../admission/index.ts';
import { dialectNamed } from '../api/dialect.ts';
import { createAuthenticator } from '../authentication/index.ts';
import { createAuthorizer } from '../authorization/index.ts';
import { behaviors } from '../resources/index.ts';
import { createSchemaRegistry } from '../schema/schema-registry.ts';
import { Claims } from './claims.ts';
import type { ServerOptions } from './create-server.ts';
import { ObjectStore } from './object-store.ts';
import { ResourceTable } from './resource-table.ts';
import type { ServerContext } from './server-context.ts';
import { DEFAULT_FLAGS, isVersionServed } from './server-flags.ts';

/** Builds every part of a server from its options, in the order in which they need each other. */
export async function openServerContext({ storage, clock, random, fetch, flags: given }: ServerOptions): Promise<ServerContext> {
  const flags = { ...DEFAULT_FLAGS, ...given };
  const dialect = dialectNamed(flags.dialect);
  const schemas = createSchemaRegistry(dialect);
  const resources = new ResourceTable(dialect, schemas, behaviors, (group, version, resource) => isVersionServed(flags, group, version, resource));
  const objects = new ObjectStore(storage);
  const reader = objects.reader(resources);
  const authorizer = createAuthorizer({ modes: flags['authorization-mode'].split(','), reader, dialect });
  return {
    dialect,
    clock,
    random,
    fetch,
    flags,
    objects,
    reader,
    schemas,
    resources,
    claims: await Claims.open(storage),
    authenticator: createAuthenticator({ flags, reader, dialect, clock }),
    authorizer,
    admission: createAdmissionChain({ dialect, clock, random, reader, authorizer }, flags),
  };
}
