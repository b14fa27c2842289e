import type { Clock, Fetch } from '../../api/environment.ts';
import type { Pod, Service } from '../../api/kinds/core-v1.generated.ts';
import { isLocalService } from '../../api/local-service.ts';
import { labelSelectorFromPairs } from '../../api/selectors/label-selector.ts';
import { portNumberOf } from '../../api/service-ports.ts';
import type { Informer } from '../../client/informer.ts';
import type { PodSender } from '../shell/network.ts';
import { answerPod, isListening } from './answer-pod.ts';
import { RecordedLogs } from './recorded-logs.ts';
import { ServerStates } from './server-states.ts';

/** A port of a local service. */
interface LocalPort {
  readonly service: Service;
  readonly port: number;
}

/** The listeners on ports of simulated pods: the code of local services that select a pod, and its containers. */
export class PodPorts {
  readonly #services: Pick<Informer<Service>, 'list'>;
  readonly #fetch: Fetch;
  readonly #clock: Clock;
  readonly logs: RecordedLogs;
  readonly #states = new ServerStates();

  /** @param fetch sends requests to the API */
  constructor(services: Pick<Informer<Service>, 'list'>, fetch: Fetch, clock: Clock) {
    this.#services = services;
    this.#fetch = fetch;
    this.#clock = clock;
    this.logs = new RecordedLogs(clock);
  }

  isListening(pod: Pod, port: number): boolean {
    return isListening(pod, port) || this.#localPort(pod, port) !== undefined;
  }

  /** @param from the pod that sent the request; undefined for a proxy */
  answer(pod: Pod, port: number, request: Request, network?: PodSender, from?: Pod): Promise<Response> {
    const local = this.#localPort(pod, port);
    if (local) return this.#fetch(toProxy(local, request));
    const clock = this.#clock;
    return answerPod(request, port, pod, {
      ...{ from, network, logs: this.logs, states: this.#states, now: clock.now() },
      wait: (milliseconds) => new Promise((resolve) => clock.after(milliseconds, resolve)),
    });
  }

  /** Finds the local service whose code runs behind a port. The service selects the pod and targets the port. */
  #localPort(pod: Pod, port: number): LocalPort | undefined {
    for (const service of this.#services.list()) {
      if (!isLocalService(service) || !selects(service, pod)) continue;
      const found = (service.spec?.ports ?? []).find((each) => portNumberOf(pod, each) === port);
      if (found) return { service, port: found.port };
    }
    return undefined;
  }
}

const selects = ({ metadata, spec }: Service, pod: Pod): boolean =>
  Object.keys(spec?.selector ?? {}).length > 0 &&
  metadata.namespace === pod.metadata.namespace &&
  labelSelectorFromPairs(spec?.selector).matches(pod.metadata.labels);

/** Returns the same request to the proxy of a service. Clients of a pod must not choose the user of the API request. */
function toProxy({ service: { metadata }, port }: LocalPort, request: Request): Request {
  const { pathname, search } = new URL(request.url);
  const proxy = `/api/v1/namespaces/${metadata.namespace}/services/${metadata.name}:${port}/proxy`;
  const headers = [...request.headers].filter(([name]) => !name.startsWith('impersonate-'));
  return new Request(new Request(new URL(`${proxy}${pathname}${search}`, request.url), request), { headers });
}
