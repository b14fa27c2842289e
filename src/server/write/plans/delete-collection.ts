import { StatusError } from '../../../api/status.ts';
import type { Endpoint } from '../../context/call.ts';
import { readDeleteOptions } from '../../http/delete-options.ts';
import { representStatus } from '../../http/representation.ts';
import { deletedStatus } from '../../http/responses.ts';
import { Slices } from '../../objects/slices.ts';
import { listReader, representListing } from '../../read/list.ts';
import { deleteObject } from '../delete.ts';

/** DELETE of a collection: each selected object as a DELETE of its own would. The answer shows the list as it was before. */
export const deleteCollection: Endpoint = async (call) => {
  const { resource, info, server } = call;
  const read = listReader(call, 'deletecollection');
  const options = await readDeleteOptions(call.request, call.url, server);
  const listing = await read();
  const slices = new Slices(server.clock);
  for (const stored of listing.objects) {
    await slices.pause();
    const { namespace = '', name = '' } = stored.object.metadata;
    try {
      await deleteObject(call, resource, namespace || info.namespace, name, options);
    } catch (error) {
      // Somebody else was faster: what was asked for has happened.
      if (!(error instanceof StatusError) || error.code !== 404) throw error;
    }
  }
  if (!server.dialect.follows('delete-answers-status')) return representListing(call, listing);
  return representStatus(
    call,
    200,
    deletedStatus({ ...(resource.group ? { group: resource.group } : {}), kind: resource.resource }),
  );
};
