import { utf8Text } from '../../../api/encoding/utf8.ts';
import { errorText } from '../../../api/error-text.ts';
import { isRecord } from '../../../api/object.ts';
import { badRequest } from '../../../api/status.ts';
import type { Call } from '../../context/call.ts';
import { readBody } from '../../http/read-body.ts';

/** Reads a body that is a JSON object. @throws StatusError 400 */
export async function readJsonBody({ request }: Call): Promise<Readonly<Record<string, unknown>>> {
  const text = utf8Text(await readBody(request));
  try {
    const body: unknown = JSON.parse(text);
    if (isRecord(body)) return body;
  } catch (error) {
    throw badRequest(`the body is not JSON: ${errorText(error)}`);
  }
  throw badRequest('the body must be a JSON object');
}
