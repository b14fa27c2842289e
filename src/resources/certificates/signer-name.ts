import { type FieldError, invalid, quoted, required, tooLong } from '../../api/field-error.ts';
import { isDns1123Label, isDns1123Subdomain } from '../../api/names.ts';

const MAXIMUM_DOMAIN_LENGTH = 253;
/** A domain, a slash, and a path of a name with a namespace. */
const MAXIMUM_LENGTH = MAXIMUM_DOMAIN_LENGTH + 1 + 253 + 63 + 1;

/** Validates the name of a signer, `example.com/name`. */
export function validateSignerName(name: string, field: string): FieldError[] {
  if (name === '') return [required(field)];
  const [domain = '', path, ...rest] = name.split('/');
  if (path === undefined || rest.length > 0) {
    const detail = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    return [invalid(field, name, detail)];
  }
  const domainLabels = domain.split('.');
  return [
    ...(domain.length > MAXIMUM_DOMAIN_LENGTH ? [tooLong(field, domain, MAXIMUM_DOMAIN_LENGTH)] : []),
    ...validateLabels(domain, domainLabels, isDns1123Label, field),
    ...(domainLabels.length < 2
      ? [invalid(field, domain, 'should be a domain with at least two segments separated by dots')]
      : []),
    ...validateLabels(path, path.split('.'), isDns1123Subdomain, field),
    ...(name.length > MAXIMUM_LENGTH ? [tooLong(field, name, MAXIMUM_LENGTH)] : []),
  ];
}

const validateLabels = (
  whole: string,
  labels: readonly string[],
  rule: (label: string) => string[],
  field: string,
): FieldError[] =>
  labels.flatMap((label) =>
    rule(label).map((message) => invalid(field, whole, `validating label ${quoted(label)}: ${message}`)),
  );
