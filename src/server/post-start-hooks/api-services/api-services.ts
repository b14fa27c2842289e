import type { ServerContext } from '../../context/server-context.ts';
import { AutoRegistration } from './auto-registration.ts';
import { AvailableConditions } from './available-conditions.ts';
import { followApiServices } from './follow-api-services.ts';
import { RemoteDocumentsRefresh } from './remote-documents-refresh.ts';

/** The aggregation layer's background work: registers, follows and checks APIServices. Works without controllers. */
export class ApiServices {
  readonly #server: ServerContext;
  readonly #registration: AutoRegistration;
  readonly #conditions: AvailableConditions;
  readonly #documents: RemoteDocumentsRefresh;
  #unfollow: () => void = () => undefined;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#registration = new AutoRegistration(server);
    this.#conditions = new AvailableConditions(server);
    this.#documents = new RemoteDocumentsRefresh(server);
  }

  /**
   * Resolves when every group version of this server is registered. Extension API servers are checked later.
   * @param isComplete whether all have been registered and checked
   */
  async start(isComplete: boolean): Promise<void> {
    this.#unfollow = await followApiServices(this.#server);
    await this.#registration.start(isComplete);
    await this.#conditions.start(isComplete);
    await this.#documents.start(isComplete);
  }

  /** Resolves when the running work has ended. */
  async close(): Promise<void> {
    await Promise.all([this.#registration.close(), this.#conditions.close(), this.#documents.close()]);
    this.#unfollow();
  }
}
