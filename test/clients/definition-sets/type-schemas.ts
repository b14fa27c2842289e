import ts from 'typescript';

type JsonSchema = Record<string, unknown>;

/** Members of an object that its schema does not describe. */
const SET_BY_TYPE = new Set(['apiVersion', 'kind', 'metadata']);
const PRESERVED: JsonSchema = { 'x-kubernetes-preserve-unknown-fields': true };

/** Translates TypeScript types of Kubernetes objects to structural schemas. */
export class TypeSchemas {
  readonly #checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** Returns the kind that an interface describes; undefined unless it has a literal apiVersion and kind. */
  modelOf(declaration: ts.InterfaceDeclaration) {
    const type = this.#checker.getTypeAtLocation(declaration);
    const apiVersion = this.#literal(type, 'apiVersion');
    const kind = this.#literal(type, 'kind');
    const [group, version] = apiVersion?.split('/') ?? [];
    if (!group || !version || !kind || kind.endsWith('List')) return undefined;
    const schema = this.#object(type, []);
    const typeMeta = { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { type: 'object' } };
    const properties = { ...(schema.properties as JsonSchema), ...typeMeta };
    return { group, version, kind, schema: { ...schema, ...this.#prose(type.symbol), properties } };
  }

  #literal(type: ts.Type, name: string): string | undefined {
    const property = type.getProperty(name);
    const value = property && this.#checker.getTypeOfSymbol(property);
    return value?.isStringLiteral() ? value.value : undefined;
  }

  #prose(symbol: ts.Symbol): JsonSchema {
    const description = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker));
    return description ? { description } : {};
  }

  #schema(type: ts.Type, outer: readonly ts.Type[]): JsonSchema {
    if (type.isUnion()) return this.#union(type.types, outer);
    if (type.isStringLiteral()) return { type: 'string', enum: [type.value] };
    if (type.flags & ts.TypeFlags.String) return { type: 'string' };
    if (type.flags & ts.TypeFlags.Number) return { type: 'number' };
    if (type.flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' };
    if (!(type.flags & ts.TypeFlags.Object)) return PRESERVED;
    return this.#object(type, outer);
  }

  #union(types: readonly ts.Type[], outer: readonly ts.Type[]): JsonSchema {
    const present = types.filter(({ flags }) => !(flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)));
    const nullable = types.some(({ flags }) => flags & ts.TypeFlags.Null) ? { nullable: true } : {};
    if (present.every((type) => type.isStringLiteral()))
      return { type: 'string', enum: present.map(({ value }) => value), ...nullable };
    if (present.every(({ flags }) => flags & ts.TypeFlags.BooleanLike)) return { type: 'boolean', ...nullable };
    const [first, ...others] = present;
    if (first && others.length === 0) return { ...this.#schema(first, outer), ...nullable };
    const isScalar = present.every(({ flags }) => flags & (ts.TypeFlags.String | ts.TypeFlags.Number));
    return isScalar ? { 'x-kubernetes-int-or-string': true, ...nullable } : PRESERVED;
  }

  /** Structural schemas cannot be recursive, so a nested occurrence of a type preserves unknown fields. */
  #object(type: ts.Type, outer: readonly ts.Type[]): JsonSchema {
    if (outer.includes(type)) return { type: 'object', ...PRESERVED };
    const within = [...outer, type];
    if (type.symbol?.name === 'Array') {
      const [items] = this.#checker.getTypeArguments(type as ts.TypeReference);
      return { type: 'array', items: items ? this.#schema(items, within) : PRESERVED };
    }
    const values = type.getStringIndexType();
    if (values) return { type: 'object', additionalProperties: this.#schema(values, within) };
    const members = this.#checker.getPropertiesOfType(type);
    if (members.length === 0) return { type: 'object', ...PRESERVED };
    const required = members
      .filter(({ name, flags }) => !(flags & ts.SymbolFlags.Optional) && !(outer.length === 0 && SET_BY_TYPE.has(name)))
      .map(({ name }) => name);
    return {
      type: 'object',
      ...(required.length > 0 ? { required } : {}),
      properties: Object.fromEntries(
        members.map((member) => [
          member.name,
          { ...this.#prose(member), ...this.#schema(this.#checker.getTypeOfSymbol(member), within) },
        ]),
      ),
    };
  }
}
