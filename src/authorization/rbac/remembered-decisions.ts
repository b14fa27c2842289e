import { RememberedRequests } from '../../api/memory/remembered-requests.ts';
import type { AuthorizationAttributes, Decision } from '../authorizer.ts';
import type { RbacIndex } from './rbac-index.ts';

/** Remembers decisions on resources until a role or binding changes. */
export class RememberedDecisions {
  readonly #index: Pick<RbacIndex, 'revision'>;
  readonly #decisions = new RememberedRequests<Decision>();
  #revision = -1;

  constructor(index: Pick<RbacIndex, 'revision'>) {
    this.#index = index;
  }

  get(attributes: AuthorizationAttributes): Decision | undefined {
    if (!attributes.isResourceRequest) return undefined;
    const { revision } = this.#index;
    if (revision !== this.#revision) {
      this.#decisions.clear();
      this.#revision = revision;
    }
    return this.#decisions.get(attributes.user, attributes);
  }

  /** @param revision the revision of the index before the decision; an outdated decision is not remembered */
  set(attributes: AuthorizationAttributes, decision: Decision, revision: number): void {
    if (attributes.isResourceRequest && revision === this.#revision)
      this.#decisions.set(attributes.user, attributes, decision);
  }
}
