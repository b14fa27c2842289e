import type { Fetch } from '../../api/environment.ts';
import { aborted } from '../../client/aborted.ts';
import { SIMULATION_GROUP } from '../names.ts';
import type { UpgradeTarget } from './upgrade-target.ts';

/** The suffix of host names that exist only in the simulation. */
const DOMAIN = `.${SIMULATION_GROUP}`;

/** Answers requests to a simulated node or pod; returns undefined for all others. */
export interface SimulatedHost {
  answer(request: Request): Promise<Response> | undefined;
  /**
   * Returns the target of an upgraded connection to a simulated node, or the response that rejects it; undefined for
   * all other requests.
   * @throws TypeError when the node is down
   */
  upgrade(request: Request): UpgradeTarget | Response | undefined;
}

/** Routes the server's requests to simulated nodes and pods while the simulation runs. */
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
   * Returns a fetch that forwards requests that no simulated node or pod answers. A request to a host of the simulation
   * waits until the simulation runs, because a server may receive requests before its controllers have started. It is
   * never forwarded, because no other host has such a name.
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

  /** Calls the host's `upgrade`; returns undefined without a host. */
  upgrade(request: Request): UpgradeTarget | Response | undefined {
    return this.#host?.upgrade(request);
  }

  /** Stops waiting for a simulation. */
  close(): void {
    this.#closed.abort();
  }

  /** Waits until the simulation runs, or never will. Reports whether it runs. @param signal ends the wait */
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
