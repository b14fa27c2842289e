import { LONGEST_ANSWER } from '../../api/encoding/read-stream.ts';
import type { Clock, Fetch } from '../../api/environment.ts';
import type { Service } from '../../api/kinds/core-v1.generated.ts';
import { isLocalService } from '../../api/local-service.ts';
import { readText } from '../../api/messages/read-message.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import type { ServiceAnswer, ServiceCall, ServiceCaller } from '../../api/ports/service-caller.ts';
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
    return withinTime(clock, call.milliseconds, (signal) => callEndpoint(fetch, address, call, signal));
  };
}

async function callEndpoint(
  fetch: Fetch,
  address: string,
  { method, path, query, headers, body, trust }: ServiceCall,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  // Public authorities do not sign the names of Services.
  if (!trust?.certificateAuthorities && !trust?.insecureSkipVerify)
    throw new Error('tls: failed to verify certificate: x509: certificate signed by unknown authority');
  const request = new Request(`https://${address}${path}?${query}`, { method, headers, body, signal });
  const response = await fetch(request, trust);
  const text = await readText(response, LONGEST_ANSWER);
  return { status: response.status, headers: Object.fromEntries(response.headers), body: text, console: [] };
}

/** @throws Error with the message of Go's client on a timeout */
function withinTime<T>(clock: Clock, milliseconds: number, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController();
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => {
      reject(new Error('context deadline exceeded'));
      deadline.abort();
    });
    start(deadline.signal).then(resolve, reject).finally(cancel);
  });
}
