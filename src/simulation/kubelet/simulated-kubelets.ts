import type { Fetch } from '../../api/environment.ts';
import { aborted } from '../../client/aborted.ts';
import { SIMULATION_GROUP } from '../names.ts';
import type { UpgradeTarget } from './upgrade-target.ts';

/** Ends the names of hosts that exist only in the simulation. */
const DOMAIN = `.${SIMULATION_GROUP}`;

/** Answers a request to a simulated node or pod; undefined for one to anything else. */
export interface SimulatedHost {
  answer(request: Request): Promise<Response> | undefined;
  /**
   * Returns where an upgraded connection to a simulated node leads, or the response that rejects it; undefined for a
   * request to anything else.
   * @throws TypeError when the node is down
   */
  upgrade(request: Request): UpgradeTarget | Response | undefined;
}

/** Where the server's requests to simulated nodes and pods are answered, while the simulation runs. */
export class SimulatedKubelets {
  #host: SimulatedHost | undefined;
  /** Aborted when the simulation will not run any more. */
  readonly #closed = new AbortController();
  readonly #waiting = new Set<() => void>();

  /** Returns a function that detaches the host. */
  attach(host: SimulatedHost): () => void {
    this.#host = host;
    for (const attached of this.#waiting) attached();
    return () => {
      if (this.#host === host) this.#host = undefined;
    };
  }

  /**
   * Returns a fetch that passes on what no simulated node or pod answers. A request to a host of the simulation waits
   * until the simulation runs: a server is asked before its controllers have begun. It is never passed on, because no
   * other host has such a name.
   */
  inFrontOf(outgoing: Fetch): Fetch {
    return async (request, ...connection) => {
      const { hostname } = new URL(request.url);
      const isSimulated = hostname.endsWith(DOMAIN);
      if (isSimulated) await this.whenAttached(request.signal);
      const answer = this.#host?.answer(request);
      if (answer) return answer;
      if (isSimulated) throw new TypeError(`dial tcp: lookup ${hostname}: no such host`);
      return outgoing(request, ...connection);
    };
  }

  /** Does what the host's `upgrade` does; undefined without a host. */
  upgrade(request: Request): UpgradeTarget | Response | undefined {
    return this.#host?.upgrade(request);
  }

  /** Ends waiting for a simulation. */
  close(): void {
    this.#closed.abort();
  }

  /** Waits until the simulation runs, or will not. Reports whether it runs. @param signal ends the waiting */
  async whenAttached(signal: AbortSignal): Promise<boolean> {
    if (!this.#host) {
      let attached: () => void = () => undefined;
      const attaching = new Promise<void>((resolve) => {
        attached = resolve;
      });
      this.#waiting.add(attached);
      await Promise.race([attaching, aborted(signal), aborted(this.#closed.signal)]);
      this.#waiting.delete(attached);
    }
    return this.#host !== undefined;
  }
}
