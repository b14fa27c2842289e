import { type DialectName, dialectNamed, kubernetesName } from '../../api/dialect.ts';
import { type ApiObject, parseApiVersion } from '../../api/object.ts';
import { storedCanonical } from '../../schema/canonical.ts';
import { decodeObject, isDecoded } from '../../schema/decoding/decode.ts';
import { createSchemaRegistry } from '../../schema/schema-registry.ts';
import { customKindSchema, structuralSchema } from '../../schema/structural/structural-schema.ts';
import { encodeForStorage } from '../../server/objects/stored-object.ts';

const PRESERVES = kubernetesName('x-kubernetes-preserve-unknown-fields');

/**
 * Returns a function that returns the text of a parsed object as a server stores it, with every member that the server expects.
 * Of custom resources it reads only the metadata: servers check the rest. It throws StatusError when a member has a value
 * of a wrong type.
 */
export function storedTexts(dialectName: DialectName): (value: ApiObject) => string {
  const dialect = dialectNamed(dialectName);
  const schemas = createSchemaRegistry(dialect);
  const anything = structuralSchema({ [dialect.rename(PRESERVES)]: true }, dialect);
  const custom = customKindSchema(anything, schemas.definition('meta.v1.ObjectMeta') ?? { kind: 'any' });
  return (value) => {
    const gvk = { ...parseApiVersion(value.apiVersion), kind: value.kind };
    const schema = schemas.schemaOf(gvk) ?? custom;
    const object = isDecoded(value, schema, gvk)
      ? value
      : decodeObject({ value, format: 'json', schema, gvk, dialect }).object;
    return encodeForStorage(storedCanonical(object, schema) as ApiObject);
  };
}
