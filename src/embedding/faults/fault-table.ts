import type { ApiRequest, ApiResponse } from '../../api/messages/api-messages.ts';
import { isSuccess } from '../../api/messages/api-response.ts';
import type { ClusterFaults, Fault } from '../cluster.ts';
import type { ClusterEnvironment } from '../cluster-environment.ts';
import { BreakableResponse } from './breakable-response.ts';
import { type CheckedFault, checkedFault } from './check-fault.ts';
import { faultResponse, urlOf } from './fault-response.ts';

interface ActiveFault extends CheckedFault {
  /** The fault as it was added. */
  readonly fault: Fault;
  readonly matchesPath: (path: string) => boolean;
  /** The remaining number of times that it happens. */
  left: number;
}

/** A watch whose response is still being read. */
interface OpenWatch {
  readonly request: ApiRequest;
  readonly response: BreakableResponse;
}

type Environment = Pick<ClusterEnvironment, 'clock' | 'random' | 'faultHappened'>;

/** The faults that apply to requests of a cluster, except those of controllers and the cluster's own methods. */
export class FaultTable implements ClusterFaults {
  readonly #environment: Environment;
  readonly #faults = new Set<ActiveFault>();
  readonly #watches = new Set<OpenWatch>();

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Adds a fault. A fault that disconnects also breaks the matching open watches. @throws RangeError */
  async add(fault: Fault): Promise<() => Promise<void>> {
    const active = {
      ...checkedFault(fault),
      fault,
      matchesPath: pathMatcher(fault.path ?? '**'),
      left: fault.times ?? Infinity,
    };
    this.#faults.add(active);
    if (fault.disconnect !== undefined)
      for (const { request, response } of this.#watches)
        if (isMet(active, request) && this.#happens(active)) this.#break(response, active);
    if (active.left !== fault.times) await this.#report([active]);
    return async () => {
      this.#faults.delete(active);
    };
  }

  async clear(): Promise<void> {
    this.#faults.clear();
  }

  /** Answers a request and applies the matching faults. @throws TypeError when one of them disconnects */
  async apply(request: ApiRequest, answer: () => Promise<ApiResponse>): Promise<ApiResponse> {
    const met = [...this.#faults].filter((fault) => isMet(fault, request) && this.#happens(fault));
    await this.#report(met);
    for (const { latency = 0 } of met) if (latency > 0) await this.#wait(latency, request.signal);
    const failing = met.find(({ status }) => status !== undefined);
    const breaking = met.find(({ disconnect }) => disconnect !== undefined);
    if (failing?.status !== undefined) return faultResponse(request, failing.status, isWatch(request));
    if (!isWatch(request)) {
      if (breaking === undefined) return answer();
      if (typeof breaking.disconnect === 'number') await this.#wait(breaking.disconnect, request.signal);
      throw networkError();
    }
    if (breaking?.disconnect === true) throw networkError();
    return this.#follow(request, await answer(), breaking);
  }

  #follow(request: ApiRequest, answered: ApiResponse, breaking: ActiveFault | undefined): ApiResponse {
    const { body } = answered;
    if (!isSuccess(answered) || body?.kind !== 'chunks') return answered;
    const watch: OpenWatch = {
      request,
      response: new BreakableResponse(answered, body, () => this.#watches.delete(watch)),
    };
    this.#watches.add(watch);
    if (breaking) this.#break(watch.response, breaking);
    return watch.response.response;
  }

  #break(response: BreakableResponse, { disconnect }: ActiveFault): void {
    const error = networkError();
    if (typeof disconnect === 'number') this.#environment.clock.after(disconnect, () => response.break(error));
    else response.break(error);
  }

  /** Draws whether a fault happens, and counts it. */
  #happens(fault: ActiveFault): boolean {
    const { share = 1 } = fault;
    if (share < 1 && this.#draw() >= share) return false;
    fault.left -= 1;
    if (fault.left <= 0) this.#faults.delete(fault);
    return true;
  }

  async #report(happened: readonly ActiveFault[]): Promise<void> {
    for (const { fault, left } of happened)
      if (fault.times !== undefined) await this.#environment.faultHappened?.(fault, left);
  }

  /** Returns a random number from 0 to less than 1. */
  #draw(): number {
    const [a = 0, b = 0, c = 0] = this.#environment.random.bytes(3);
    return ((a << 16) | (b << 8) | c) / 2 ** 24;
  }

  /** Waits, unless the request is aborted. @throws the reason of the abort */
  #wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        cancel();
        reject(signal.reason);
      };
      const cancel = this.#environment.clock.after(milliseconds, () => {
        signal.removeEventListener('abort', abort);
        resolve();
      });
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
    });
  }
}

const isMet = ({ matchesPath, methods }: ActiveFault, { target, method }: ApiRequest): boolean =>
  (methods === undefined || methods.some((one) => one.toUpperCase() === method)) && matchesPath(urlOf(target).pathname);

/** The error with which fetch rejects when a connection fails. */
const networkError = (): TypeError => new TypeError('fetch failed');

const isWatch = ({ method, target }: ApiRequest): boolean => {
  const { pathname, searchParams } = urlOf(target);
  const value = searchParams.get('watch');
  return method === 'GET' && ((value !== null && !/^(0|false)$/i.test(value)) || /\/watch\//.test(pathname));
};

/**
 * Returns a function that matches paths against a pattern: `*` is one segment or a part of it, `**` any number of them.
 */
function pathMatcher(pattern: string): (path: string) => boolean {
  const segments = pattern.replace(/^\//, '').split('/');
  const parts = segments.map((segment) =>
    segment === '**' ? '(?:/[^/]*)*' : `/${segment.split('*').map(escaped).join('[^/]+')}`,
  );
  const expression = new RegExp(`^${parts.join('')}/?$`);
  return (path) => expression.test(path);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
