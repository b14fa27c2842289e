import { escapeMarkup } from '../../../api/escape-markup.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import type { Call } from '../../context/call.ts';
import { textResponse } from '../../http/responses.ts';

/** Returns a plain-text 500, the response when a stage before the endpoint fails unexpectedly. */
export const internalServerError = ({ url }: Call, message: string): ApiResponse =>
  textResponse(500, escapeMarkup(`Internal Server Error: ${JSON.stringify(url.pathname + url.search)}: ${message}\n`));
