import type { Command } from '../../command.ts';
import { CommandError, failure } from '../../command-error.ts';
import { flag } from '../../command-line/flags.ts';
import {
  descriptionsOf,
  fieldAt,
  kindSchema,
  resolved,
  type Schema,
  type Schemas,
  schemasOf,
  typeText,
} from '../../explanation/schema-fields.ts';
import { findType } from '../../objects/resource-types.ts';

/** Width of descriptions, without their indentation. */
const WIDTH = 76;

export const explain: Command = {
  name: 'explain',
  usage: 'TYPE[.FIELD...]',
  summary: 'Print what a type or field means.',
  examples: ['explain pods', 'explain deployment.spec.strategy', 'explain pod.spec --recursive'],
  completes: 'types',
  flags: [
    flag('recursive', 'bool', 'Print the fields of fields, without descriptions.'),
    flag('api-version', 'string', 'Version of the type: apps/v1.'),
    flag('output', 'string', 'plaintext is the only format.', 'plaintext'),
  ],
  async run(invocation) {
    const { flags, environment, out } = invocation;
    const [arg] = flags.args;
    if (!arg)
      throw new CommandError(
        'error: You must specify the type of resource to explain. Use "kubectl api-resources" for a complete list of supported resources.',
      );
    if (flags.text('output') !== 'plaintext')
      throw failure(`the terminal only explains in the format plaintext, not ${flags.text('output')}`);
    const discovery = await environment.discovery();
    const { type, path } = splitArgument(arg, (text) => findType(discovery, text) !== undefined);
    const found = findType(discovery, type) ?? findType(await environment.discovery(true), type);
    if (!found) throw new CommandError(`the server doesn't have a resource type ${JSON.stringify(type)}`);
    const [version = '', group = found.group] = (flags.text('api-version') || found.version).split('/').reverse();
    const schemas = await schemasOf(invocation.client, group, version);
    const root = kindSchema(schemas, { group, version, kind: found.kind });
    if (!root) throw failure(`couldn't find resource for "${group}/${version}, Kind=${found.kind}"`);
    out(`${group ? `GROUP:      ${group}\n` : ''}KIND:       ${found.kind}\nVERSION:    ${version}\n\n`);
    out(explanation(schemas, root, path, flags.is('recursive')));
  },
};

/** Splits `pods.spec.containers` into the type, which may have a group, and the fields. */
function splitArgument(arg: string, isType: (text: string) => boolean): { type: string; path: string[] } {
  const parts = arg.split('.');
  for (let count = parts.length; count > 1; count--) {
    const type = parts.slice(0, count).join('.');
    if (isType(type)) return { type, path: parts.slice(count) };
  }
  return { type: parts[0] ?? '', path: parts.slice(1).filter(Boolean) };
}

function explanation(schemas: Schemas, root: Schema, path: readonly string[], isRecursive: boolean): string {
  const { field, missing } = fieldAt(schemas, root, path);
  if (missing !== undefined) throw failure(`field ${JSON.stringify(missing)} does not exist`);
  const target = resolved(schemas, field);
  const name = path.at(-1);
  const lines = name === undefined ? [] : [`FIELD: ${name} <${typeText(schemas, field)}>`, ''];
  const descriptions = descriptionsOf(schemas, field);
  lines.push('DESCRIPTION:');
  for (const text of descriptions.length > 0 ? descriptions : ['<empty>']) lines.push(...indented(text ?? ''));
  lines.push('    ');
  if (!target.properties) return `${lines.join('\n')}\n\n`;
  lines.push('FIELDS:');
  lines.push(...(isRecursive ? fieldTree(schemas, target, 1) : fieldList(schemas, target)));
  return `${lines.join('\n')}\n\n${isRecursive ? '' : '\n'}`.replace(/\n{3}\n*$/, isRecursive ? '\n\n' : '\n\n\n');
}

const indented = (text: string): string[] => wrapText(text, WIDTH).map((line) => `    ${line}`);

function fieldLine(schemas: Schemas, { required = [] }: Schema, name: string, schema: Schema): string {
  return `${name}\t<${typeText(schemas, schema)}>${required.includes(name) ? ' -required-' : ''}`;
}

function fieldList(schemas: Schemas, parent: Schema): string[] {
  const { properties = {} } = parent;
  return Object.keys(properties)
    .sort()
    .flatMap((name) => {
      const schema = properties[name] ?? {};
      const description = schema.description ?? schema.items?.description ?? '';
      return [`  ${fieldLine(schemas, parent, name, schema)}`, ...indented(description || '<no description>'), ''];
    });
}

function fieldTree(schemas: Schemas, parent: Schema, level: number, above: readonly Schema[] = []): string[] {
  const { properties = {} } = parent;
  return Object.keys(properties)
    .sort()
    .flatMap((name) => {
      const schema = properties[name] ?? {};
      const target = resolved(schemas, schema);
      const isNested = target.properties !== undefined && !above.includes(target);
      return [
        `${'  '.repeat(level)}${fieldLine(schemas, parent, name, schema)}`,
        ...(isNested ? fieldTree(schemas, target, level + 1, [...above, parent, target]) : []),
      ];
    });
}

/** Splits a text into lines of at most `width` characters, at blanks; line breaks of the text stay. */
const wrapText = (text: string, width: number): string[] =>
  text
    .trimEnd()
    .split('\n')
    .flatMap((line) => wrapLine(line, width));

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
}
