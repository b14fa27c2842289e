/** A type that is in several versions is exported from the first module in this order, then from the others by name. */
const FIRST = ['core-v1', 'meta-v1', 'apps-v1', 'batch-v1', 'autoscaling-v2', 'networking-v1', 'flowcontrol-v1beta3'];

const moduleOf = (name) => name.slice(0, name.lastIndexOf('.')).replaceAll('.', '-');
const typeOf = (name) => name.slice(name.lastIndexOf('.') + 1);

/**
 * Returns the texts of two modules: the kind of each resource that can be listed, and every type of a kind once.
 * @param resources rows of resources
 * @param definitions pairs of a name and a definition
 */
export function resourceKinds(resources, definitions) {
  const names = new Map(
    definitions.flatMap(([name, { kinds }]) =>
      Array.isArray(kinds) ? kinds.map((kind) => [kind.join('/'), name]) : [],
    ),
  );
  const listed = resources
    .filter(({ name, verbs }) => verbs.includes('list') && !name.includes('/'))
    .flatMap((row) => (names.has(keyOf(row)) ? [{ ...row, type: names.get(keyOf(row)) }] : []))
    .sort((one, other) => (addressOf(one) < addressOf(other) ? -1 : 1));
  const lines = listed.map(
    (row) => `  '${addressOf(row)}': import('./${moduleOf(row.type)}.generated.ts').${typeOf(row.type)};\n`,
  );
  return {
    'resource-kinds': `\n/** The kind of each resource, by the resource's group, version and name. */\nexport interface ResourceKinds {\n${lines.join('')}}\n`,
    'all-kinds': exportsOf(definitions.filter(([, { fields }]) => fields).map(([name]) => name)),
  };
}

const keyOf = ({ group, version, kind }) => `${group}/${version}/${kind}`;
const addressOf = ({ group, version, name }) => `${group ? `${group}/` : ''}${version}/${name}`;

function exportsOf(names) {
  const exported = new Set();
  const rank = (module) => (FIRST.includes(module) ? FIRST.indexOf(module) : FIRST.length);
  const modules = [...new Set(names.map(moduleOf))].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return modules
    .map((module) => {
      const types = names.filter((name) => moduleOf(name) === module).map(typeOf);
      const added = types.filter((type) => !exported.has(type)).sort();
      for (const type of added) exported.add(type);
      return added.length === 0 ? '' : `export type { ${added.join(', ')} } from './${module}.generated.ts';\n`;
    })
    .join('');
}
