import type { Client, ObservedAnswer } from './lib.mjs';

/** Sends the steps of a case, waiting where they say so. Returns the answers. */
export function answersTo(
  client: Client,
  recorded: { readonly steps: unknown; readonly cleanup?: unknown },
): Promise<ObservedAnswer[]>;
