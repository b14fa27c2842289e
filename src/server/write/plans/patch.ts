import type { Endpoint } from '../../context/call.ts';
import { representWritten } from '../../http/representation.ts';
import { applyBody } from '../bodies/apply-body.ts';
import { readPatch } from '../bodies/read-patch.ts';
import { clientOrigin } from '../origins.ts';
import { write } from '../write.ts';

/** PATCH of an object, or of a subresource with the same body. An apply may create the object. */
export const patch: Endpoint = async (call) => {
  const { resource, info } = call;
  const { group, version, kind } = resource;
  const body = await readPatch(call, { schema: resource.schema, kind: { group, version, kind } });
  const outcome = await write({
    origin: clientOrigin(call, body.options.fieldManager),
    resource,
    subresource: info.subresource,
    namespace: info.namespace,
    name: info.name,
    dryRun: body.options.dryRun,
    verb: body.isApply ? 'apply' : 'patch',
    isOwn: true,
    propose: body.isApply ? await applyBody(call, body) : body.patch,
  });
  return representWritten(call, outcome.effect === 'created' ? 201 : 200, outcome);
};
