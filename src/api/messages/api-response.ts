import { isBytes } from '../realms.ts';
import type { ApiResponse, ResponseBody } from './api-messages.ts';
import { HeaderList } from './header-list.ts';

/** Returns a response. Header names must be in lower case. */
export const apiResponse = (
  status: number,
  body?: string | Uint8Array<ArrayBuffer> | ResponseBody,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse => ({ status, statusText: '', headers: new HeaderList(headers), body: bodyOf(body) });

function bodyOf(body: string | Uint8Array<ArrayBuffer> | ResponseBody): ResponseBody {
  if (typeof body === 'string') return { kind: 'text', text: body };
  return isBytes(body) ? { kind: 'bytes', bytes: body } : body;
}

/** Reports whether a status is 2xx. */
export const isSuccess = ({ status }: Pick<ApiResponse, 'status'>): boolean => status >= 200 && status <= 299;
