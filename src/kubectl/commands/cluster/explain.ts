import { GROUP_VERSION_KIND_EXTENSION } from '../../../api/kubernetes-names.ts';
import { isRecord } from '../../../api/object.ts';
import type { Command, Invocation } from '../../command.ts';
import { CommandError, failure } from '../../command-error.ts';
import { flag } from '../../command-line/flags.ts';
import { findType } from '../../objects/resource-types.ts';
import { wrapText } from '../../output/wrap-text.ts';

/** A schema of an OpenAPI document. */
interface Schema {
  readonly description?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
}

/** Reports whether a schema is that of a kind. */
const isOfKind = (schema: object, name: string, wanted: readonly string[]): boolean => {
  const kinds = (schema as Readonly<Record<string, unknown>>)[name];
  return (
    Array.isArray(kinds) &&
    kinds.some(
      ({ group, version, kind }: Record<string, string>) =>
        group === wanted[0] && version === wanted[1] && kind === wanted[2],
    )
  );
};

type Schemas = Readonly<Record<string, Schema>>;

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
    const schemas = await schemasOf(invocation, group, version);
    const kindsName = environment.dialect().rename(GROUP_VERSION_KIND_EXTENSION);
    const root = Object.values(schemas).find((schema) => isOfKind(schema, kindsName, [group, version, found.kind]));
    if (!root) throw failure(`couldn't find resource for "${group}/${version}, Kind=${found.kind}"`);
    out(`${group ? `GROUP:      ${group}\n` : ''}KIND:       ${found.kind}\nVERSION:    ${version}\n\n`);
    out(explanation(schemas, root, path, flags.is('recursive')));
    return 0;
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

async function schemasOf({ client }: Invocation, group: string, version: string): Promise<Schemas> {
  const path = group ? `/openapi/v3/apis/${group}/${version}` : `/openapi/v3/api/${version}`;
  const document: unknown = await (await client.request(path)).json();
  const components = isRecord(document) && isRecord(document.components) ? document.components : {};
  return (components.schemas ?? {}) as Schemas;
}

const refOf = ({ $ref, allOf }: Schema): string | undefined =>
  $ref ?? (allOf?.length === 1 ? allOf[0]?.$ref : undefined);

/** Returns the schema that a field has: that of its items, of its values, or the one it refers to. */
function resolved(schemas: Schemas, schema: Schema): Schema {
  if (schema.items) return resolved(schemas, schema.items);
  if (schema.additionalProperties && isRecord(schema.additionalProperties))
    return resolved(schemas, schema.additionalProperties);
  const ref = refOf(schema);
  return ref ? (schemas[ref.slice(ref.lastIndexOf('/') + 1)] ?? schema) : schema;
}

function typeText(schemas: Schemas, schema: Schema): string {
  if (schema.items) return `[]${typeText(schemas, schema.items)}`;
  if (isRecord(schema.additionalProperties)) return `map[string]${typeText(schemas, schema.additionalProperties)}`;
  const ref = refOf(schema);
  if (ref) {
    const name = ref.slice(ref.lastIndexOf('.') + 1);
    return /^(Micro)?Time$/.test(name) ? 'string' : name;
  }
  return schema.type === 'object' ? 'Object' : (schema.type ?? 'Object');
}

function explanation(schemas: Schemas, root: Schema, path: readonly string[], isRecursive: boolean): string {
  let field: Schema = root;
  for (const name of path) {
    const next = resolved(schemas, field).properties?.[name];
    if (!next) throw failure(`field ${JSON.stringify(name)} does not exist`);
    field = next;
  }
  const target = resolved(schemas, field);
  const name = path.at(-1);
  const lines = name === undefined ? [] : [`FIELD: ${name} <${typeText(schemas, field)}>`, ''];
  const descriptions = [
    ...new Set([field.description, ...(name === undefined ? [] : itemDescriptions(schemas, field))]),
  ].filter((text) => text);
  lines.push('DESCRIPTION:');
  for (const text of descriptions.length > 0 ? descriptions : ['<empty>']) lines.push(...indented(text ?? ''));
  lines.push('    ');
  if (!target.properties) return `${lines.join('\n')}\n\n`;
  lines.push('FIELDS:');
  lines.push(...(isRecursive ? fieldTree(schemas, target, 1) : fieldList(schemas, target)));
  return `${lines.join('\n')}\n\n${isRecursive ? '' : '\n'}`.replace(/\n{3}\n*$/, isRecursive ? '\n\n' : '\n\n\n');
}

/** Returns the descriptions of the types behind a field. */
function itemDescriptions(schemas: Schemas, field: Schema): (string | undefined)[] {
  const inner =
    field.items ?? (isRecord(field.additionalProperties) ? (field.additionalProperties as Schema) : undefined);
  if (inner) return [inner.description, ...itemDescriptions(schemas, inner)];
  return refOf(field) ? [resolved(schemas, field).description] : [];
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
