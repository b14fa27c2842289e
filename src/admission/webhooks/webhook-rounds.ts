import type { ApiObject } from '../../api/object.ts';
import type { Reinvocation } from '../admission-plugin.ts';
import type { Webhook } from './webhook.ts';

/** Which webhooks are called again in the second round: those that ask for it and saw the object before it was changed. */
export class WebhookRounds {
  /** Of those called so far that want to see later changes. */
  #waiting = new Set<string>();
  readonly #again = new Set<string>();
  #output: string | undefined;

  /** Before the webhooks of a round: in the second, other plugins may have changed what the first one left. */
  begin(object: ApiObject | undefined, isSecondRound: boolean): void {
    if (isSecondRound && this.#output !== textOf(object)) this.#callAgain();
  }

  isCalled({ uid }: Webhook, isSecondRound: boolean): boolean {
    return !isSecondRound || this.#again.has(uid);
  }

  called({ uid, reinvocationPolicy }: Webhook, changed: boolean): void {
    if (changed) this.#callAgain();
    if (reinvocationPolicy === 'IfNeeded') this.#waiting.add(uid);
  }

  end(object: ApiObject | undefined): void {
    this.#output = textOf(object);
  }

  #callAgain(): void {
    for (const uid of this.#waiting) this.#again.add(uid);
    this.#waiting = new Set();
  }
}

const textOf = (object: ApiObject | undefined): string | undefined => object && JSON.stringify(object);

const rounds = new WeakMap<Reinvocation, WebhookRounds>();

/** Those of one object's way through admission: its second round has the same as its first. */
export function roundsOf(reinvocation: Reinvocation | undefined): WebhookRounds {
  if (!reinvocation) return new WebhookRounds();
  const found = rounds.get(reinvocation) ?? new WebhookRounds();
  rounds.set(reinvocation, found);
  return found;
}
