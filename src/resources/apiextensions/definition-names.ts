import { type FieldError, invalid, required } from '../../api/field-error.ts';
import type { CustomResourceDefinitionNames } from '../../api/kinds/apiextensions-v1.generated.ts';
import { isDns1035Label } from '../../api/names.ts';

/** Validates the names of a custom kind. All names in a spec are required. */
export function validateDefinitionNames(
  names: Partial<CustomResourceDefinitionNames>,
  field: string,
  isRequired: boolean,
): FieldError[] {
  const { kind = '', listKind = '', shortNames = [], categories = [] } = names;
  const missing = isRequired
    ? (['plural', 'singular', 'kind', 'listKind'] as const)
        .filter((member) => !names[member])
        .map((member) => required(`${field}.${member}`))
    : [];
  return [
    ...missing,
    ...validateLabel(names.plural ?? '', `${field}.plural`),
    ...validateLabel(names.singular ?? '', `${field}.singular`),
    ...validateKind(kind, `${field}.kind`),
    ...validateKind(listKind, `${field}.listKind`),
    ...shortNames.flatMap((name, index) => labelErrors(name, `${field}.shortNames[${index}]`)),
    ...(kind !== '' && kind === listKind
      ? [invalid(`${field}.listKind`, listKind, 'kind and listKind may not be the same')]
      : []),
    ...categories.flatMap((name, index) => labelErrors(name, `${field}.categories[${index}]`)),
  ];
}

const validateLabel = (name: string, field: string): FieldError[] => (name === '' ? [] : labelErrors(name, field));

function labelErrors(name: string, field: string): FieldError[] {
  const messages = isDns1035Label(name);
  return messages.length > 0 ? [invalid(field, name, messages.join(','))] : [];
}

function validateKind(kind: string, field: string): FieldError[] {
  const messages = kind === '' ? [] : isDns1035Label(kind.toLowerCase());
  if (messages.length === 0) return [];
  return [invalid(field, kind, `may have mixed case, but should otherwise match: ${messages.join(',')}`)];
}
