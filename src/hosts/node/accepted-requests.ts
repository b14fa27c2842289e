import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestTargets } from '../../server/http/request-targets.ts';
import { isLongRunning } from '../../server/pipeline/long-running.ts';

/** The requests that a listener is answering. */
export class AcceptedRequests {
  readonly #requests = new Map<ServerResponse, IncomingMessage>();
  #isEnding = false;
  #ended: () => void = () => undefined;

  add(request: IncomingMessage, response: ServerResponse): void {
    this.#requests.set(response, request);
    response.shouldKeepAlive &&= !this.#isEnding;
    response.once('close', () => {
      this.#requests.delete(response);
      if (this.#isEnding && this.#hasEnded()) this.#ended();
    });
  }

  /**
   * Waits for requests to finish, for a time in milliseconds. Their connections accept no other requests. Long-running
   * requests, such as watches, are not waited for.
   */
  async end(milliseconds: number): Promise<void> {
    this.#isEnding = true;
    for (const response of this.#requests.keys()) response.shouldKeepAlive = false;
    if (milliseconds === 0 || this.#hasEnded()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#ended = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #hasEnded(): boolean {
    const targets = new RequestTargets();
    return [...this.#requests.values()].every(({ method = '', url = '' }) =>
      isLongRunning(targets.of(method, url).info),
    );
  }
}
