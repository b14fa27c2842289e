import { type Status, StatusError } from '../../api/status.ts';

/** The call failed or its response is invalid. failurePolicy applies to these errors. */
export class WebhookCallError extends Error {
  constructor(webhook: string, why: string) {
    super(`failed calling webhook ${JSON.stringify(webhook)}: ${why}`);
    this.name = 'WebhookCallError';
  }
}

/** The largest valid status code of a response. */
const MAXIMUM_CODE = 599;

/** Returns the error for a webhook's denial: never a success code, and always with the webhook's name. */
export function webhookDenial(webhook: string, status: Partial<Status> = {}): StatusError {
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
  const explanation = message || reason;
  return explanation ? `: ${explanation}` : ' without explanation';
}
