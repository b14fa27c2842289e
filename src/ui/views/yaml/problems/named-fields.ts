/** A field named in a server message. */
export interface NamedField {
  /** The part of the message about the field. */
  readonly message: string;
  /** Path of the field; undefined when the message is about the whole object. */
  readonly field?: string | undefined;
  /** Alternative path when the field does not exist. */
  readonly otherField?: string | undefined;
  /** JSON type of the rejected value in Go's terms. Selects among list items when the path has no index. */
  readonly valueType?: string | undefined;
  /** One-based line of the sent text, for YAML parser messages. */
  readonly line?: number | undefined;
}

/** Parses one form of message; returns nothing for other forms. */
type MessageReader = (message: string) => readonly NamedField[];

/** Returns the fields named in a message, or the whole object when there are none. Never empty. */
export function namedFields(message: string): readonly NamedField[] {
  for (const read of READERS) {
    const named = read(message);
    if (named.length > 0) return named;
  }
  return [{ message }];
}

const STRICT = /(?:unknown|duplicate) field "((?:[^"\\]|\\.)*)"|line (\d+): key .*? already set in map/g;

/** `strict decoding error: unknown field "spec.foo", duplicate field "data.a"` */
const readStrictErrors: MessageReader = (text) =>
  Array.from(text.matchAll(STRICT), ([message, field, line]) =>
    field === undefined ? { message, line: Number(line) } : { message, field },
  );

const GO_FIELD = /cannot unmarshal (\w+)(?: \S+)? into Go struct field (\w*)\.(\S+) of type /;

/**
 * `json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32`. The path begins with
 * the name of a Go type and has no list indexes. Metadata of custom resources is decoded separately.
 */
const readGoFields: MessageReader = (message) => {
  const [, valueType, type = '', path = ''] = GO_FIELD.exec(message) ?? [];
  if (!valueType) return [];
  const outer = type === 'ObjectMeta' ? 'metadata' : type;
  return [{ message, field: path, valueType, ...(outer ? { otherField: `${outer}.${path}` } : {}) }];
};

const PATH = /(\.(?:"(?:[^"\\]|\\.)*"|\[(?:"(?:[^"\\]|\\.)*"|[^"\]])*\]|[^\s:"[]|:(?! ))+)/.source;
const TYPED = new RegExp(`${PATH}: ((?:field not declared|expected |duplicate entries|element \\d+: ).*)`, 'g');

/** `.spec.containers[name="web"].imag: field not declared in schema`, of server-side apply. */
const readTypedErrors: MessageReader = (text) =>
  Array.from(text.matchAll(TYPED), ([, path = '', why = '']) => {
    const [, index] = /^element (\d+): /.exec(why) ?? [];
    const [, key] = /^duplicate entries for key (\[.*\])/.exec(why) ?? [];
    return { message: why, field: path.slice(1) + (index ? `[${index}]` : (key ?? '')) };
  });

const YAML_LINE = /yaml: line (\d+): (.*)/g;

/** `error converting YAML to JSON: yaml: line 3: mapping values are not allowed in this context` */
const readYamlErrors: MessageReader = (text) =>
  Array.from(text.matchAll(YAML_LINE), ([, line, message = '']) => ({ message, line: Number(line) }));

const FIELD_PATH = /([A-Za-z][\w-]*(?:\.[\w/-]+|\[[^\]]*\])+)/.source;
const LEADING = new RegExp(`(?:^|denied the request: |is invalid: |denied request: )${FIELD_PATH}: `);

/** `spec.template.spec.containers[0].env[1]: hides previous definition of "A"` */
const readLeadingField: MessageReader = (message) => {
  const [, field] = LEADING.exec(message) ?? [];
  return field ? [{ message, field }] : [];
};

const GO_NAMES = /\b[a-z]\w*\.(Spec(?:\.\w+|\[\d+\])+) is forbidden/;

/** `pod.Spec.SecurityContext.FSGroup is forbidden` */
const readGoNames: MessageReader = (message) => {
  const [, names] = GO_NAMES.exec(message) ?? [];
  const field = names?.replaceAll(/\b(?:[A-Z]+(?=[A-Z][a-z])|[A-Z])/g, (start) => start.toLowerCase());
  return field ? [{ message, field }] : [];
};

/** Messages that imply their field. */
const IMPLIED: readonly (readonly [RegExp, string])[] = [
  [/into Go value of type v1\.ObjectMeta/, 'metadata'],
  [/^the API version in the data/, 'apiVersion'],
  [/^no kind "|cannot be handled as a \S+: no kind "/, 'kind'],
  [/name of the object .* does not match|name or generateName is required| already exists$/, 'metadata.name'],
  [/namespace of the (?:provided )?object .*does not match/, 'metadata.namespace'],
  [/^namespaces "[^"]*" not found$|because it is being terminated$/, 'metadata.namespace'],
  [/resourceVersion should not be set|the object has been modified/, 'metadata.resourceVersion'],
  [/serviceaccount "[^"]*" not found$/, 'spec.serviceAccountName'],
  [/no PriorityClass with name /, 'spec.priorityClassName'],
];

const readImpliedField: MessageReader = (message) => {
  const [, field] = IMPLIED.find(([pattern]) => pattern.test(message)) ?? [];
  return field ? [{ message, field }] : [];
};

const READERS: readonly MessageReader[] = [
  readStrictErrors,
  readGoFields,
  readTypedErrors,
  readYamlErrors,
  readGoNames,
  readImpliedField,
  readLeadingField,
];
