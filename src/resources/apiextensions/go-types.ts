import { type Verbatim, valueText, verbatim } from '../../api/field-error.ts';
import { isRecord } from '../../api/object.ts';
import { goValue } from '../../schema/decoding/decode-custom.ts';
import { isSentEmpty } from '../../schema/sent-empties.ts';
import { goPointer } from '../go-text.ts';

/** A field of a Go struct: its name in JSON, its name in Go, its type. */
export type GoField = readonly [json: string, name: string, type: string];

const PACKAGE = 'apiextensions';
const PLAIN: Readonly<Record<string, unknown>> = { string: '', bool: false, int32: 0 };

/** Named types of maps and lists. */
const NAMED: Readonly<Record<string, string>> = {
  JSONSchemaDefinitions: 'map[string]JSONSchemaProps',
  JSONSchemaDependencies: 'map[string]JSONSchemaPropsOrStringArray',
  ValidationRules: '[]ValidationRule',
};

const fieldsOf = (text: string): readonly GoField[] =>
  text
    .trim()
    .split(/\s+/)
    .map((field) => {
      const [json = '', type = '', name] = field.split(':');
      return [json, name ?? json.charAt(0).toUpperCase() + json.slice(1), type];
    });

/** The fields of the internal structs in their order, each as `json:type` or `json:type:Name`. */
const STRUCTS: Readonly<Record<string, readonly GoField[]>> = {
  CustomResourceColumnDefinition: fieldsOf(
    'name:string type:string format:string description:string priority:int32 jsonPath:string:JSONPath',
  ),
  CustomResourceDefinitionVersion: fieldsOf(`
    name:string served:bool storage:bool deprecated:bool deprecationWarning:*string schema:*CustomResourceValidation
    subresources:*CustomResourceSubresources additionalPrinterColumns:[]CustomResourceColumnDefinition`),
  JSONSchemaProps: fieldsOf(`
    id:string:ID $schema:string:Schema $ref:*string:Ref description:string type:string nullable:bool format:string
    title:string default:*JSON maximum:*float64 exclusiveMaximum:bool minimum:*float64 exclusiveMinimum:bool
    maxLength:*int64 minLength:*int64 pattern:string maxItems:*int64 minItems:*int64 uniqueItems:bool
    multipleOf:*float64 enum:[]JSON maxProperties:*int64 minProperties:*int64 required:[]string
    items:*JSONSchemaPropsOrArray allOf:[]JSONSchemaProps oneOf:[]JSONSchemaProps anyOf:[]JSONSchemaProps
    not:*JSONSchemaProps properties:map[string]JSONSchemaProps additionalProperties:*JSONSchemaPropsOrBool
    patternProperties:map[string]JSONSchemaProps dependencies:JSONSchemaDependencies
    additionalItems:*JSONSchemaPropsOrBool definitions:JSONSchemaDefinitions externalDocs:*ExternalDocumentation
    example:*JSON x-preserve-unknown-fields:*bool:XPreserveUnknownFields x-embedded-resource:bool:XEmbeddedResource
    x-int-or-string:bool:XIntOrString x-list-map-keys:[]string:XListMapKeys x-list-type:*string:XListType
    x-map-type:*string:XMapType x-validations:ValidationRules:XValidations`),
  JSONSchemaPropsOrStringArray: fieldsOf('schema:*JSONSchemaProps property:[]string'),
  ValidationRule: fieldsOf(
    'rule:string message:string messageExpression:string reason:*FieldValueErrorReason fieldPath:string',
  ),
};

export const SCHEMA_FIELDS = STRUCTS.JSONSchemaProps ?? [];

/** Returns a member by the name of its field: `x-list-type` stands for the extension of the dialect. */
export const goMember = (value: Readonly<Record<string, unknown>>, json: string): unknown =>
  json.startsWith('x-')
    ? Object.entries(value).find(([name]) => name.replace(/^x-\w+-/, 'x-') === json)?.[1]
    : value[json];

/** Reports whether a field of a struct has its zero value in Go. */
export const isGoZero = (value: unknown, type: string): boolean =>
  value === undefined || value === null || (type in PLAIN && value === PLAIN[type]);

/** Formats a value of an internal type of the API group as Go's %#v, for messages that show whole structs. */
export const goSyntax = (type: string, value: unknown): Verbatim => verbatim(textOf(type, value));

const qualified = (type: string): string =>
  type.replace(/\w+$/, (name) => (/^[A-Z]/.test(name) ? `${PACKAGE}.${name}` : name));

function textOf(type: string, value: unknown): string {
  const isNil = value === undefined || value === null;
  if (type in PLAIN) return valueText(value ?? PLAIN[type]);
  const name = qualified(type);
  if (type.startsWith('*')) return isNil ? `(${name})(nil)` : goPointer(name.slice(1)).text;
  if (type === 'JSON') return isNil ? `${name}(nil)` : goValue(value);
  const [, element = ''] = /^(?:\[\]|map\[string\])(.*)$/.exec(NAMED[type] ?? type) ?? [];
  if (element !== '' && isNil) return `${name}(nil)`;
  return `${name}{${(element === '' ? membersOf(type, value) : elementsOf(element, value)).join(', ')}}`;
}

function membersOf(type: string, value: unknown): string[] {
  const struct =
    type === 'JSONSchemaPropsOrStringArray' ? { [Array.isArray(value) ? 'property' : 'schema']: value } : value;
  const record = isRecord(struct) ? struct : {};
  return (STRUCTS[type] ?? []).map(([json, name, of]) => {
    const member = goMember(record, json) ?? (isSentEmpty(record, json) ? [] : undefined);
    return `${name}:${textOf(of, member)}`;
  });
}

function elementsOf(element: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.map((item) => textOf(element, item));
  const entries = Object.entries(isRecord(value) ? value : {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, item]) => `${valueText(key)}:${textOf(element, item)}`);
}
