import { goJson } from '../../api/encoding/go-json.ts';
import { groupKindText, isRecord, parseApiVersion } from '../../api/object.ts';
import { yamlText } from '../../schema/yaml/yaml-text.ts';
import type { AnyObject } from '../command.ts';
import { failure } from '../command-error.ts';
import { printCustomColumns } from './custom-columns.ts';
import { printGoTemplate } from './go-template.ts';
import { printJsonPath } from './json-path.ts';

/** The formats of `-o`, besides tables. */
const FORMATS =
  'custom-columns,custom-columns-file,go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,name,template,templatefile,wide,yaml';

/** The name of an object as `-o name` prints it: `deployment.apps/web`. */
export const nameOf = ({ apiVersion, kind, metadata }: Pick<AnyObject, 'apiVersion' | 'kind' | 'metadata'>): string =>
  `${groupKindText({ kind: kind.toLowerCase(), group: parseApiVersion(apiVersion).group })}/${metadata.name ?? ''}`;

/** Returns a value with the members of all objects in the order of their names. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const names = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

export const jsonText = (value: unknown): string => `${goJson(sorted(value), 4)}\n`;

export interface PrintOptions {
  readonly showManagedFields?: boolean;
  readonly noHeaders?: boolean;
}

/** Returns an object without its managed fields. */
function withoutManagedFields<T>(value: T): T {
  if (!isRecord(value)) return value;
  if (Array.isArray(value.items)) return { ...value, items: value.items.map(withoutManagedFields) };
  if (!isRecord(value.metadata)) return value;
  const { managedFields, ...metadata } = value.metadata;
  return { ...value, metadata };
}

/**
 * Returns an object, or a list, in a format of `-o`.
 * @throws CommandError for an unknown format or a wrong template
 */
export function printValue(given: object, output: string, options: PrintOptions = {}): string {
  const [format = '', argument] = splitFormat(output);
  const isWhole = format === 'json' || format === 'yaml';
  const value = isWhole && !options.showManagedFields ? withoutManagedFields(given) : given;
  switch (format) {
    case 'json':
      return jsonText(value);
    case 'yaml':
      return yamlText(value);
    case 'name':
      return itemsOf(value)
        .map((each) => `${nameOf(each)}\n`)
        .join('');
    case 'jsonpath':
      return printJsonPath(required(argument, 'template format specified but no template given'), value);
    case 'go-template':
    case 'template':
      return printGoTemplate(required(argument, 'template format specified but no template given'), value);
    case 'custom-columns':
      return printCustomColumns(
        required(argument, 'custom-columns format specified but no custom columns given'),
        itemsOf(value),
        options.noHeaders ?? false,
      );
    default:
      throw failure(
        `unable to match a printer suitable for the output format ${JSON.stringify(output)}, allowed formats are: ${FORMATS}`,
      );
  }
}

const required = (argument: string | undefined, message: string): string => {
  if (!argument) throw failure(message);
  return argument;
};

function splitFormat(output: string): [string, string | undefined] {
  const index = output.indexOf('=');
  return index < 0 ? [output, undefined] : [output.slice(0, index), output.slice(index + 1)];
}

const itemsOf = (value: object): AnyObject[] => {
  const { items } = value as { readonly items?: AnyObject[] };
  return Array.isArray(items) ? items : [value as AnyObject];
};
