import type { Server } from 'node:https';

export const PORT: number;
/** Base64 of PEM: what a caBundle must hold. */
export const CA_BUNDLE: string;
export interface WebhookAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Milliseconds to wait before it is given. */
  readonly delayMs?: number;
}
export function answer(path: string, body: string): WebhookAnswer;
/** Answers as the extension API server of the groups that begin with `agg-`. */
export function aggregated(method: string, url: string, headers: Record<string, string>, body: string): WebhookAnswer;
/** Serves the answers over HTTPS. */
export function start(port?: number): Promise<Server>;
