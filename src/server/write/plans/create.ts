import { asRecord } from '../../../api/object.ts';
import { isPromise } from '../../../api/realms.ts';
import type { Endpoint } from '../../context/call.ts';
import { canonicalObject, takeCanonicalObject } from '../../http/canonical-object.ts';
import { decodeSentObject, readCreateOptions } from '../../http/decode-request-body.ts';
import { representWritten } from '../../http/representation.ts';
import { takeNamespace } from '../bodies/take-identity.ts';
import { wipeSystemFields } from '../bodies/wipe-system-fields.ts';
import { clientOrigin } from '../origins.ts';
import { write } from '../write.ts';

/** POST of a collection. */
export const create: Endpoint = async (call) => {
  const { resource, info } = call;
  const options = readCreateOptions(call, resource.isCustom);
  const { fieldValidation } = options;
  const decoded = decodeSentObject(call, { resource, schema: resource.schema, fieldValidation });
  const sent = isPromise(decoded) ? await decoded : decoded;
  takeNamespace(resource, sent, info.namespace);
  // Only a create with claims may be retried, from the sent object, because a claim may be taken.
  const form = resource.behavior.claims ? canonicalObject : takeCanonicalObject;
  const outcome = await write({
    origin: clientOrigin(call, options.fieldManager),
    resource,
    subresource: '',
    namespace: info.namespace,
    name: sent.metadata.name ?? '',
    dryRun: options.dryRun,
    verb: 'create',
    isOwn: true,
    propose() {
      const draft = form(asRecord(sent), resource, resource.schema);
      wipeSystemFields(draft);
      return draft;
    },
  });
  return representWritten(call, 201, outcome);
};
