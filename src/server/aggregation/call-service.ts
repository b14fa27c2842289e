import type { Clock, Fetch } from '../../api/environment.ts';
import type { Service } from '../../api/kinds/core-v1.generated.ts';
import { isLocalService } from '../../api/local-service.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import type { ServiceCaller } from '../../api/ports/service-caller.ts';
import { fetchAnswer } from '../../outgoing/fetch-answer.ts';
import { resolveService } from './resolve-service.ts';

export interface ServiceCallerOptions {
  readonly reader: Pick<ObjectReader, 'get'>;
  readonly clock: Clock;
  /** Reaches the pods of the cluster. */
  readonly fetch: Fetch;
  /** Calls the code of local services; undefined without a sandbox. */
  readonly local: ServiceCaller | undefined;
}

/** Returns a function that calls a Service: its local code, or one of its ready endpoints. */
export function createServiceCaller({ reader, clock, fetch, local }: ServiceCallerOptions): ServiceCaller {
  return async (target, call) => {
    const { namespace, name } = target;
    const service = await reader.get<Service>('', 'services', namespace, name);
    const isLocal = !service || isLocalService(service);
    if (isLocal && local) return local(target, call);
    const { host, address } = await resolveService(reader, target);
    if (isLocal || address === host) throw new Error(`no endpoints available for service ${JSON.stringify(name)}`);
    const { method, path, query, headers, body, trust, milliseconds } = call;
    // Public authorities do not sign the names of Services.
    if (!trust?.certificateAuthorities && !trust?.insecureSkipVerify)
      throw new Error('tls: failed to verify certificate: x509: certificate signed by unknown authority');
    const init = { method, headers, body };
    return fetchAnswer({ clock, fetch }, { url: `https://${address}${path}?${query}`, init, trust, milliseconds });
  };
}
