import { jsonTypeName } from '../schema/json/json-syntax.ts';
import { duplicateFields, splitItems, splitMembers } from './json-node.ts';

/** Errors of the server's decoder for the operations of a JSON patch. */
export interface OperationErrors {
  /** Error for the first member of a wrong type. */
  readonly typeError?: string;
  /** Unknown and duplicate members in order of appearance: `unknown field "[0].comment"`. */
  readonly strictErrors: readonly string[];
}

const TEXT_MEMBERS: readonly string[] = ['op', 'path', 'from'];

/** @param patch JSON text of a list (or null) */
export function jsonPatchOperationErrors(patch: string): OperationErrors {
  const trimmed = patch.trim();
  if (!trimmed.startsWith('[')) return { strictErrors: [] };
  const strictErrors: string[] = [];
  for (const [index, operation] of splitItems(trimmed).entries()) {
    const type = jsonTypeName(operation);
    if (type === 'null') continue;
    if (type !== 'object') {
      return { typeError: `json: cannot unmarshal ${type} into Go value of type handlers.jsonPatchOp`, strictErrors };
    }
    const typeError = visitOperation(operation, `[${index}]`, strictErrors);
    if (typeError) return { typeError, strictErrors };
  }
  return { strictErrors };
}

function visitOperation(operation: string, path: string, strictErrors: string[]): string | undefined {
  const seen = new Set<string>();
  for (const [key, value] of splitMembers(operation)) {
    const field = `${path}.${key}`;
    const isText = TEXT_MEMBERS.includes(key);
    const type = jsonTypeName(value);
    if (isText && type !== 'string' && type !== 'null') {
      return `json: cannot unmarshal ${type} into Go struct field jsonPatchOp.${key} of type string`;
    }
    if (seen.has(key)) strictErrors.push(`duplicate field "${field}"`);
    else if (!isText && key !== 'value') strictErrors.push(`unknown field "${field}"`);
    seen.add(key);
    if (key === 'value') strictErrors.push(...duplicateFields(value, field).map((name) => `duplicate field "${name}"`));
  }
  return undefined;
}
