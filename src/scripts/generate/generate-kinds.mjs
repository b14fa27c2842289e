/**
 * Generates files from the facts of kinds and controllers. Run it with `npm run generate` and commit the output.
 *
 * - src/schema/data/kinds.generated.json: groups, resources and definitions of the kinds that state their facts in their
 *   own file (src/resources/kind-facts.ts)
 * - src/api/kinds/<group>-<version>.generated.ts: a TypeScript interface for each definition, including those in
 *   definitions.json
 * - src/api/kinds/resource-kinds.generated.ts and all-kinds.generated.ts: the kind of each resource, and every type once
 * - src/schema/data/controllers.generated.json: roles and bindings of the controllers that state their facts in their own
 *   file (src/controllers/controller.ts)
 *
 * It fails when a field or type has no text in src/schema/data/descriptions.
 *
 * The server writes required fields even when they are empty, so they are not optional here. A required list or map
 * that was left out is null.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { clusterRoleBindingOf, clusterRoleOf } from './controller-rows.mjs';
import { definitionsOf, groupRowsOf, resourceRowsOf } from './kind-rows.mjs';
import { missingDescriptions } from './missing-descriptions.mjs';
import { readFacts } from './read-facts.mjs';
import { resourceKinds } from './resource-kinds.mjs';

const data = new URL('../../schema/data/', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, data), 'utf8'));
const facts = readFacts(new URL('../../resources/', import.meta.url));
const stated = Object.assign({}, ...facts.map(definitionsOf));

/** One row per line, so that a change of one kind changes only its lines. */
const lines = (values) => values.map((value) => `\n  ${value}`).join(',');
const rows = (values) => lines(values.map((value) => JSON.stringify(value)));
writeFileSync(
  new URL('kinds.generated.json', data),
  `{
 "groups": [${rows(groupRowsOf(facts, read('groups.json')))}],
 "resources": [${rows(facts.flatMap(resourceRowsOf))}],
 "definitions": {${lines(Object.entries(stated).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`))}}
}
`,
);
const controllers = readFacts(new URL('../../controllers/', import.meta.url));
writeFileSync(
  new URL('controllers.generated.json', data),
  `{
 "clusterRoles": [${rows(controllers.map(clusterRoleOf))}],
 "clusterRoleBindings": [${rows(controllers.map(clusterRoleBindingOf))}]
}
`,
);

const all = Object.entries({ ...read('definitions.json'), ...stated });
const definitions = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
const folder = new URL('../../api/kinds/', import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const EXTERNAL = {
  'meta.v1.Time': 'string',
  'meta.v1.MicroTime': 'string',
  'api.resource.Quantity': 'string | number',
  'util.intstr.IntOrString': 'string | number',
  'runtime.RawExtension': 'unknown',
  'meta.v1.FieldsV1': 'Record<string, unknown>',
  'meta.v1.Patch': 'unknown',
};
const split = (name) => ({
  module: name.slice(0, name.lastIndexOf('.')).replaceAll('.', '-'),
  type: name.slice(name.lastIndexOf('.') + 1),
});

const modules = new Map();
for (const [name, definition] of Object.entries(definitions)) {
  if (EXTERNAL[name]) continue;
  const { module, type } = split(name);
  const file = modules.get(module) ?? { imports: new Map(), text: [] };
  modules.set(module, file);

  const typeOf = (field) => {
    if (field.ref) {
      if (EXTERNAL[field.ref]) return EXTERNAL[field.ref];
      const target = split(field.ref);
      if (target.module === module) return target.type;
      const alias =
        target.type === type || definitions[`${name.slice(0, name.lastIndexOf('.'))}.${target.type}`]
          ? `${target.module.replace(/[-.](.)/g, (_, c) => c.toUpperCase())}${target.type}`
          : target.type;
      const names = file.imports.get(target.module) ?? new Map();
      file.imports.set(target.module, names.set(target.type, alias));
      return alias;
    }
    if (field.type === 'array') {
      const inner = typeOf(field.items);
      return inner.includes('|') ? `(${inner})[]` : `${inner}[]`;
    }
    if (field.type === 'object')
      return field.values ? `Record<string, ${typeOf(field.values)}>` : 'Record<string, unknown>';
    if (field.type === 'integer' || field.type === 'number') return 'number';
    return field.type ?? 'unknown';
  };

  if (!definition.fields) {
    file.text.push(`export type ${type} = ${definition.type === 'object' ? 'Record<string, unknown>' : 'unknown'};\n`);
    continue;
  }
  const required = new Set(definition.required ?? []);
  const lines = Object.entries(definition.fields).map(([field, shape]) => {
    const key = /^[A-Za-z_]\w*$/.test(field) ? field : JSON.stringify(field);
    const nullable = required.has(field) && (shape.type === 'array' || shape.type === 'object') ? ' | null' : '';
    if (
      definition.kinds &&
      (field === 'apiVersion' || field === 'kind' || (field === 'metadata' && shape.ref === 'meta.v1.ObjectMeta'))
    )
      return `  ${key}: ${typeOf(shape)};`;
    return `  ${key}${required.has(field) ? '' : '?'}: ${typeOf(shape)}${nullable}${required.has(field) ? '' : ' | undefined'};`;
  });
  file.text.push(`export interface ${type} {\n${lines.join('\n')}\n}\n`);
}

for (const [module, { imports, text }] of modules) {
  const lines = [...imports].map(
    ([from, names]) =>
      `import type { ${[...names].map(([name, alias]) => (name === alias ? name : `${name} as ${alias}`)).join(', ')} } from './${from}.generated.ts';`,
  );
  writeFileSync(
    new URL(`${module}.generated.ts`, folder),
    `// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.\n${lines.join('\n')}${lines.length ? '\n' : ''}\n${text.join('\n')}`,
  );
}

const generated = '// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.\n';
for (const [name, text] of Object.entries(
  resourceKinds([...read('resources.json'), ...facts.flatMap(resourceRowsOf)], all),
))
  writeFileSync(new URL(`${name}.generated.ts`, folder), generated + text);

const missing = Object.entries(missingDescriptions(definitions, new URL('descriptions/', data)));
for (const [file, names] of missing)
  console.error(`Add a text to src/schema/data/descriptions/${file} for: ${names.join(', ')}`);
if (missing.length > 0) process.exitCode = 1;
