import { goJson } from '../../api/encoding/go-json.ts';
import type { ApiRequest, ApiResponse } from '../../api/messages/api-messages.ts';
import { apiResponse } from '../../api/messages/api-response.ts';
import {
  badRequest,
  conflict,
  expired,
  methodNotAllowed,
  notFound,
  OPTIMISTIC_LOCK,
  plainError,
  requestEntityTooLarge,
  resourceNotFound,
  StatusError,
  serviceUnavailable,
  tooManyRequests,
  unauthorized,
} from '../../api/status.ts';
import { readRequestInfo } from '../../server/http/read-request-info.ts';

const RETRY_AFTER_SECONDS = 1;
const EXPIRED = 410;
const JSON_BODY = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' };

/**
 * Returns the response of a server that fails with a status code, with the real server's message. A watch expires with
 * an event.
 */
export function faultResponse(request: ApiRequest, code: number, isWatch: boolean): ApiResponse {
  const { status } = statusErrorFor(request, code, isWatch);
  if (isWatch && code === EXPIRED) return apiResponse(200, `${goJson({ type: 'ERROR', object: status })}\n`, JSON_BODY);
  const seconds = status.details?.retryAfterSeconds;
  const headers = {
    ...JSON_BODY,
    ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
  };
  const isHead = request.method === 'HEAD';
  return apiResponse(code, isHead ? undefined : `${goJson(status)}\n`, headers);
}

/** Returns the URL of a request's target, as the platform resolves it. */
export const urlOf = (target: string): URL => new URL(`http://localhost${target}`);

function statusErrorFor({ method, target: sent }: ApiRequest, code: number, isWatch: boolean): StatusError {
  const { isResourceRequest, group, resource, name } = readRequestInfo(method, urlOf(sent));
  const target = { group, resource };
  switch (code) {
    case 400:
      return badRequest('the server rejected our request for an unknown reason');
    case 401:
      return unauthorized();
    case 403:
      return new StatusError({
        code,
        reason: 'Forbidden',
        message: 'forbidden',
        details: isResourceRequest ? { ...(name ? { name } : {}), ...(group ? { group } : {}), kind: resource } : {},
      });
    case 404:
      return isResourceRequest && name ? notFound(target, name) : resourceNotFound();
    case 405:
      return methodNotAllowed();
    case 409:
      return conflict(target, name, OPTIMISTIC_LOCK);
    case EXPIRED:
      return expired(`The resourceVersion for the provided ${isWatch ? 'watch' : 'list'} is too old.`);
    case 413:
      return requestEntityTooLarge('Request entity too large: limit is 3145728');
    case 429:
      return tooManyRequests('Too many requests, please try again later.', RETRY_AFTER_SECONDS);
    case 500:
      return plainError('etcdserver: request timed out');
    case 503:
      return serviceUnavailable('the server is currently unable to handle the request');
    case 504:
      return timeout();
    default:
      return new StatusError({ code, reason: '', message: `the server responded with the status code ${code}` });
  }
}

const timeout = (): StatusError =>
  new StatusError({
    code: 504,
    reason: 'Timeout',
    message: 'Timeout: request did not complete within requested timeout - context deadline exceeded',
    details: {},
  });
