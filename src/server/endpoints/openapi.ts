import type { Call } from '../call.ts';
import { pageNotFound } from '../responses.ts';
export const answerOpenApi = async (_call: Call, _path: string): Promise<Response> => pageNotFound();
