import { StatusError } from '../../../api/status.ts';
import type { Endpoint } from '../../context/call.ts';
import { readDeleteOptions } from '../../http/delete-options.ts';
import { representStatus } from '../../http/representation.ts';
import { deletedStatus } from '../../http/responses.ts';
import { Slices } from '../../objects/slices.ts';
import { listReader, representListing } from '../../read/list.ts';
import { CommitsInFlight } from '../commits-in-flight.ts';
import { clientOrigin } from '../origins.ts';
import { warnOfOrphans } from '../warn-of-orphans.ts';
import { write } from '../write.ts';

/** DELETE of a collection: deletes each selected object. The response shows the list from before. */
export const deleteCollection: Endpoint = async (call) => {
  const { resource, info, server } = call;
  const read = listReader(call, 'deletecollection');
  const options = await readDeleteOptions(call.request, call.url, server);
  warnOfOrphans(call, options);
  const slices = new Slices(server.clock);
  const listing = await read();
  const origin = clientOrigin(call);
  const commits = new CommitsInFlight();
  const deleteByName = (namespace: string, name: string, onCommit: () => void) =>
    write({
      ...{ origin, resource, subresource: '', namespace, name, dryRun: options.dryRun },
      ...{ verb: 'delete', options, onCommit },
    }).catch(ignoreMissing);
  try {
    for (const stored of listing.objects) {
      await slices.pause();
      const { namespace = '', name = '' } = stored.object.metadata;
      await commits.start((onCommit) => deleteByName(namespace || info.namespace, name, onCommit));
    }
  } finally {
    await commits.finish();
  }
  if (!server.dialect.follows('delete-answers-status')) return representListing(call, listing);
  return representStatus(
    call,
    200,
    deletedStatus({ ...(resource.group ? { group: resource.group } : {}), kind: resource.resource }),
  );
};

/** Another request may have deleted the object first. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof StatusError) || error.code !== 404) throw error;
}
