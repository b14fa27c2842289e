import { type FieldError, invalid, required } from '../api/field-error.ts';
import type { ServiceReference } from '../api/kinds/admissionregistration-v1.generated.ts';
import { isDns1035Label, isDns1123Subdomain, isValidPortNumber } from '../api/names.ts';
import { parseUrl } from '../cel/values/url-text.ts';
import { invalidFor } from './field-validation.ts';

const FORM = '; desired format: https://host[/path]';

/** Validates the address of a webhook: exactly one of a URL and a service. */
export function validateWebhookClient(
  { url, service }: { url?: string | undefined; service?: ServiceReference | undefined },
  field: string,
): FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [required(field, 'exactly one of url or service is required')];
  }
  if (service) return validateWebhookService(service, `${field}.service`);
  return validateWebhookUrl(url ?? '', `${field}.url`);
}

interface UrlParts {
  readonly scheme: string;
  readonly authority: string;
  readonly query: string;
  readonly fragment: string;
}

/** Returns the parts as written. The platform's URL class would fix errors that must be rejected. */
function urlParts(text: string): UrlParts | undefined {
  const match = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/su.exec(text);
  if (!match || (match[1] === undefined && /^[^/?#]*:/.test(text))) return undefined;
  const [, scheme = '', authority = '', query = '', fragment = ''] = match;
  return { scheme: scheme.toLowerCase(), authority, query, fragment };
}

function validateWebhookUrl(text: string, field: string): FieldError[] {
  const wrong = (problem: string) => [required(field, `url must be a valid URL: ${problem}${FORM}`)];
  const parts = urlParts(text);
  if (!parts) {
    // Only letters begin a scheme; after another character, Go takes the text for a path.
    const problem = text.startsWith(':') ? 'missing protocol scheme' : 'first path segment in URL cannot contain colon';
    return wrong(`parse ${JSON.stringify(text)}: ${problem}`);
  }
  const parsed = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text) ? parseUrl(text) : '';
  if (typeof parsed === 'string' && parsed !== '') return wrong(parsed);
  const { scheme, authority, query, fragment } = parts;
  const [host = '', user] = authority.split('@').reverse();
  const errors: FieldError[] = [];
  if (scheme !== 'https') errors.push(invalid(field, scheme, `'https' is the only allowed URL scheme${FORM}`));
  if (host === '') errors.push(invalid(field, host, `host must be specified${FORM}`));
  if (user !== undefined) errors.push(invalid(field, user, 'user information is not permitted in the URL'));
  if (fragment !== '') errors.push(invalid(field, fragment, 'fragments are not permitted in the URL'));
  if (query !== '') errors.push(invalid(field, query, 'query parameters are not permitted in the URL'));
  return errors;
}

function validateWebhookService(service: ServiceReference, field: string): FieldError[] {
  const { name, namespace, port = 443, path } = service;
  return [
    // The real server has these two the wrong way round: a missing namespace is reported as a missing name.
    ...(namespace === '' ? [required(`${field}.name`, 'service name is required')] : []),
    ...(name === '' ? [required(`${field}.namespace`, 'service namespace is required')] : []),
    ...invalidFor(
      `${field}.port`,
      port,
      isValidPortNumber(port).map((message) => `port is not valid: ${message}`),
    ),
    ...(path == null ? [] : validatePath(path, `${field}.path`)),
  ];
}

function validatePath(path: string, field: string): FieldError[] {
  if (path === '' || path === '/') return [];
  if (path === '//') return [invalid(field, path, 'segment[0] may not be empty')];
  const errors = path.startsWith('/') ? [] : [invalid(field, path, "must start with a '/'")];
  const steps = path.slice(1).replace(/\/$/, '').split('/');
  return [
    ...errors,
    ...steps.flatMap((step, index) =>
      step === ''
        ? [invalid(field, path, `segment[${index}] may not be empty`)]
        : isDns1123Subdomain(step).map((message) => invalid(field, path, `segment[${index}]: ${message}`)),
    ),
  ];
}

/** Versions of reviews that the server sends to webhooks. */
export const REVIEW_VERSIONS = ['v1', 'v1beta1'];

/** Validates the versions of reviews that a webhook accepts, at least one of which the server sends. */
export function validateReviewVersions(versions: readonly string[], field: string): FieldError[] {
  const errors = versions.flatMap((version, index) =>
    versions.indexOf(version) < index
      ? [invalid(`${field}[${index}]`, version, 'duplicate version')]
      : invalidFor(`${field}[${index}]`, version, isDns1035Label(version)),
  );
  if (versions.some((version) => REVIEW_VERSIONS.includes(version))) return errors;
  return [...errors, invalid(field, versions, `must include at least one of ${REVIEW_VERSIONS.join(', ')}`)];
}
