import { writeJson } from '../../api/encoding/exact-json.ts';
import type { ApiObject } from '../../api/object.ts';
import type { Reinvocation } from '../admission-plugin.ts';
import type { Webhook } from './webhook.ts';

/**
 * Tracks which webhooks are called again in the second round: those with reinvocationPolicy IfNeeded, if the object
 * changed after they saw it.
 */
export class WebhookRounds {
  /** Webhooks called so far that need to see later changes. */
  #waiting = new Set<string>();
  readonly #again = new Set<string>();
  #output: string | undefined;

  /** Call before the webhooks of a round: in the second round, other plugins may have changed the object. */
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

const textOf = (object: ApiObject | undefined): string | undefined => object && writeJson(object);

const rounds = new WeakMap<Reinvocation, WebhookRounds>();

/** Returns the rounds of one object, shared by its first and second round. */
export function roundsOf(reinvocation: Reinvocation | undefined): WebhookRounds {
  if (!reinvocation) return new WebhookRounds();
  const found = rounds.get(reinvocation) ?? new WebhookRounds();
  rounds.set(reinvocation, found);
  return found;
}
