/** Turns the facts of kinds (src/resources/kind-facts.ts) into rows of the tables. */

const STANDARD_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const SUBRESOURCE_VERBS = ['get', 'patch', 'update'];

/** Go types of scalars, as definitions write them. */
const SCALARS = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  float64: { type: 'number', format: 'double' },
  '[]byte': { type: 'string', format: 'byte' },
};
/** Definitions that are not structs, so that their optional fields are not marked as held by value. */
const NO_STRUCTS = new Set([
  ...['meta.v1.Time', 'meta.v1.MicroTime', 'api.resource.Quantity', 'util.intstr.IntOrString'],
  ...['runtime.RawExtension', 'meta.v1.FieldsV1'],
]);

/** Package of the definitions of a group and version: `apps.v1`. */
const packageOf = ({ group, version }) => `${group.split('.')[0] || 'core'}.${version}`;

/** Returns the rows of the resource table for a kind and its subresources. */
export function resourceRowsOf({ group, version, kind, resource, singular, namespaced, ...facts }) {
  const { verbs = STANDARD_VERBS, shortNames, categories, subresources = {} } = facts;
  const own = { group, version, kind };
  return [
    { ...own, name: resource, singularName: singular ?? kind.toLowerCase(), namespaced, verbs, shortNames, categories },
    ...Object.entries(subresources).map(([name, subresource]) => ({
      ...(subresource.kind ? parseKind(subresource.kind) : own),
      name: `${resource}/${name}`,
      singularName: '',
      namespaced,
      verbs: subresource.verbs ?? SUBRESOURCE_VERBS,
    })),
  ];
}

/** Parses the group, version and kind of `autoscaling/v1 Scale`. */
function parseKind(text) {
  const [, group = '', version, kind] = /^(?:(.+)\/)?(\S+) (\S+)$/.exec(text);
  return { group, version, kind };
}

/** Returns the definitions of a kind, of its list and of its types, by name. */
export function definitionsOf(facts) {
  const { group, version, kind, description, twins, types } = facts;
  const prefix = packageOf(facts);
  const nameOf = (type) => (type.includes('.') ? type : `${prefix}.${type}`);
  const kindFields = (itsKind, metadata) => ({
    kind: { type: 'string', enum: [itsKind] },
    apiVersion: { type: 'string' },
    metadata: { ref: metadata, number: 1 },
  });
  const definitions = Object.entries(types).map(([type, fields]) => {
    const isKind = type === kind;
    const written = Object.entries(fields).map(([key, text], index) => {
      const optional = key.endsWith('?');
      const field = fieldOf(text, optional, nameOf);
      return { name: optional ? key.slice(0, -1) : key, optional, number: index + (isKind ? 2 : 1), ...field };
    });
    const own = written.map(({ name, optional, ...field }) => [name, field]);
    const required = written.filter(({ optional }) => !optional).map(({ name }) => name);
    return [
      nameOf(type),
      {
        ...(isKind ? { kinds: [[group, version, kind]], description, twins } : {}),
        fields: { ...(isKind ? kindFields(kind, 'meta.v1.ObjectMeta') : {}), ...Object.fromEntries(own) },
        ...(required.length ? { required } : {}),
      },
    ];
  });
  const items = { type: 'array', items: { ref: nameOf(kind) }, number: 2 };
  const list = {
    kinds: [[group, version, `${kind}List`]],
    fields: { ...kindFields(`${kind}List`, 'meta.v1.ListMeta'), items },
    required: ['items'],
  };
  return Object.fromEntries([...definitions, [nameOf(`${kind}List`), list]]);
}

/** Returns a field of a definition, parsed from its Go type and the words after it. */
function fieldOf(text, optional, nameOf) {
  const [goType = '', ...words] = text.split(' ');
  const isPointer = goType.startsWith('*');
  const type = typeOf(isPointer ? goType.slice(1) : goType, nameOf);
  const isStruct = type.ref !== undefined && !NO_STRUCTS.has(type.ref);
  const field = { ...type };
  if (isPointer && !(isStruct && optional)) field.pointer = true;
  if (isStruct && optional && !isPointer) field.byValue = true;
  for (const word of words) Object.assign(field, markerOf(word, type, text));
  return field;
}

function typeOf(goType, nameOf) {
  if (SCALARS[goType]) return SCALARS[goType];
  if (goType.startsWith('[]')) return { type: 'array', items: typeOf(goType.slice(2), nameOf) };
  if (goType.startsWith('map[string]')) return { type: 'object', values: typeOf(goType.slice(11), nameOf) };
  return { ref: nameOf(goType) };
}

function markerOf(word, { type }, text) {
  const [, name = word, argument = ''] = /^(\w+)\((.*)\)$/.exec(word) ?? [];
  if (name === 'atomic') return type === 'array' ? { listType: 'atomic' } : { mapType: 'atomic' };
  if (name === 'set') return { listType: 'set' };
  if (name === 'map') return { listType: 'map', listMapKeys: argument.split(',') };
  if (name === 'merge') return { patchStrategy: 'merge', ...(argument ? { patchMergeKey: argument } : {}) };
  if (name === 'as') return { goType: argument };
  if (name === 'default') return { default: argument };
  if (name === 'exact') return { isExact: true };
  if (name === 'written') return { empty: 'always' };
  if (name === 'number') return { number: Number(argument) };
  throw new Error(`unknown word "${word}" in "${text}"`);
}

/** Returns the rows of the groups that the facts add or extend with a version. */
export function groupRowsOf(allFacts, groups) {
  const versions = new Map(groups.map((row) => [row.group, [...row.versions]]));
  const changed = new Set();
  for (const { group, version } of allFacts) {
    const known = versions.get(group) ?? [];
    if (group === '' || known.includes(version)) continue;
    versions.set(group, [...known, version]);
    changed.add(group);
  }
  return [...changed].map((group) => {
    const its = versions.get(group);
    return { group, versions: its, preferred: groups.find((row) => row.group === group)?.preferred ?? its[0] };
  });
}
