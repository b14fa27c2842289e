import { ADMISSION_REGISTRATION_GROUP } from '../../api/kubernetes-names.ts';
import { asRecord, isRecord } from '../../api/object.ts';
import type { ServerContext } from '../context/server-context.ts';
import { FollowedCollection } from '../objects/followed-collection.ts';
import type { StoredObject } from '../objects/stored-object.ts';

/** Ends the fault of a webhook when no configuration has the webhook any more: a later one of the same name works. */
export class WebhookFaults {
  readonly #server: ServerContext;
  readonly #configurations: readonly FollowedCollection[];
  #ending: Promise<void> = Promise.resolve();

  constructor(server: ServerContext) {
    this.#server = server;
    const { objects, resources, dialect } = server;
    const group = dialect.rename(ADMISSION_REGISTRATION_GROUP);
    this.#configurations = ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'].map(
      (plural) =>
        new FollowedCollection({
          ...{ objects, prefix: resources.findAnyVersion(group, plural)?.keyPrefix },
          changed: (_key, previous) => this.#endFaults(previous),
        }),
    );
  }

  async start(): Promise<void> {
    await Promise.all(this.#configurations.map((each) => each.start()));
  }

  /** Resolves when the running write has ended. */
  close(): Promise<void> {
    for (const each of this.#configurations) each.close();
    return this.#ending;
  }

  #endFaults(previous: StoredObject | undefined): void {
    const { faults, reportProblem } = this.#server;
    const left = new Set(this.#configurations.flatMap((each) => each.states().flatMap(webhooksOf)));
    const gone = new Set(previous && webhooksOf(previous).filter((name) => !left.has(name)));
    if (gone.size === 0) return;
    this.#ending = this.#ending
      .then(() => faults.endWebhooks(gone))
      .catch((error: unknown) => reportProblem('ending the faults of deleted webhooks', error));
  }
}

function webhooksOf({ object }: StoredObject): string[] {
  const { webhooks } = asRecord(object);
  return Array.isArray(webhooks) ? webhooks.filter(isRecord).map(({ name }) => String(name)) : [];
}
