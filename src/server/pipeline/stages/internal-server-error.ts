import type { Call } from '../../context/call.ts';
import { textResponse } from '../../http/responses.ts';

/** 500 as plain text: the answer of the stages before a request is taken up, where something fails that is not a refusal. */
export const internalServerError = ({ url }: Call, message: string): Response =>
  textResponse(500, `Internal Server Error: ${JSON.stringify(url.pathname + url.search)}: ${message}\n`);
