import type { ApiObject } from '../../../api/object.ts';
import type { Endpoint } from '../../context/call.ts';
import { strategyContext } from '../../context/strategy-context.ts';
import { representObject } from '../../http/representation.ts';
import { write } from '../write.ts';
import { applyBody } from './apply-body.ts';
import { readPatch } from './read-patch.ts';

/** PATCH of an item or of a subresource that is the same object; an apply may create it. */
export const patch: Endpoint = async (call) => {
  const { resource, info } = call;
  const { group, version, kind } = resource;
  const body = await readPatch(call, { schema: resource.schema, kind: { group, version, kind } });
  const propose = body.isApply ? applyBody(call, body) : (live: ApiObject | undefined) => body.patch(live);
  const context = strategyContext(call, body.options.dryRun);
  const outcome = await write(call, {
    resource,
    subresource: info.subresource,
    namespace: info.namespace,
    name: info.name,
    verb: body.isApply ? 'apply' : 'patch',
    options: body.options,
    propose: (live) => {
      const proposed = propose(live);
      resource.behavior.strategy?.setDefaults?.(proposed, context);
      return proposed;
    },
  });
  return representObject(call, outcome.created ? 201 : 200, outcome.object);
};
