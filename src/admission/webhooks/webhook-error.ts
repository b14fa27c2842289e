import { type Status, StatusError } from '../../api/status.ts';

/** The call failed or its answer cannot be used: what the failurePolicy is about. */
export class WebhookCallError extends Error {
  constructor(webhook: string, why: string) {
    super(`failed calling webhook ${JSON.stringify(webhook)}: ${why}`);
    this.name = 'WebhookCallError';
  }
}

/** The largest code that a response can have. */
const MAXIMUM_CODE = 599;

/** The refusal of a webhook as the client gets it: never as a success, always with the name of the webhook. */
export function webhookRefusal(webhook: string, status: Partial<Status> = {}): StatusError {
  const { code = 0, reason, details, metadata } = status;
  return new StatusError({
    code: Math.min(Math.max(code, 400), MAXIMUM_CODE),
    message: `admission webhook ${JSON.stringify(webhook)} denied the request${explanation(status)}`,
    ...(reason ? { reason } : {}),
    ...(details ? { details } : {}),
    ...(metadata ? { metadata } : {}),
  });
}

function explanation({ message, reason }: Partial<Status>): string {
  const told = message || reason;
  return told ? `: ${told}` : ' without explanation';
}
