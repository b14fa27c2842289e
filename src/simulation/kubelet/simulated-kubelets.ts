import type { Fetch } from '../../api/environment.ts';
import type { UpgradeTarget } from './upgrade-target.ts';

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

  /** Returns a function that detaches the host. */
  attach(host: SimulatedHost): () => void {
    this.#host = host;
    return () => {
      if (this.#host === host) this.#host = undefined;
    };
  }

  /** Returns a fetch that passes on what no simulated node or pod answers. */
  inFrontOf(outgoing: Fetch): Fetch {
    return (request, ...connection) => this.#host?.answer(request) ?? outgoing(request, ...connection);
  }

  /** Does what the host's `upgrade` does; undefined without a host. */
  upgrade(request: Request): UpgradeTarget | Response | undefined {
    return this.#host?.upgrade(request);
  }
}
